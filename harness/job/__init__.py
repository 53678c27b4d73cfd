"""The main job: two corpus folders in, a verdict and all that explains it out."""

from harness.job.inputs import Inputs, Order, read_inputs
from harness.job.run import Finished, run_job

__all__ = ["Finished", "Inputs", "Order", "read_inputs", "run_job"]
