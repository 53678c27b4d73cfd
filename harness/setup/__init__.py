"""A workspace in someone else's repository: what is there, what is missing, what is wrong."""

from harness.setup.detect import OWN_BASELINE, Found, detect
from harness.setup.doctor import examine
from harness.setup.endpoints import Check
from harness.setup.write import Written, set_up

__all__ = ["OWN_BASELINE", "Check", "Found", "Written", "detect", "examine", "set_up"]
