"""corpusgate: regression testing for the document corpora behind RAG systems.

The distribution and the command are called ``corpusgate``; the import package is
``harness``. This module stays light on purpose: the command line and the pytest
plugin import it before anything is known to be needed.
"""

__version__ = "0.1.0"
