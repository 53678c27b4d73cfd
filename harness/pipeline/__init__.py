"""The stages in order: corpus folder to sealed index, case to record."""
