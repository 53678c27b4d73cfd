"""Office documents and PDF to HTML, which the HTML reader then reads like any other.

The work is done in a process of its own (:mod:`harness.documents.office.worker`), with limits on
time and memory and without network, since these files come from anywhere.
"""

from harness.documents.office.convert import office_to_html, office_versions

__all__ = ["office_to_html", "office_versions"]
