"""Text as every room sees it: one normaliser, one language rule, one sentence splitter, one stemmer."""

from harness.text.garbled import garbled
from harness.text.language import detect_language
from harness.text.normalise import NORMALISER_VERSION, fold, normalise, squeeze
from harness.text.sentences import sentence_spans, sentences
from harness.text.words import stems, words

__all__ = [
    "NORMALISER_VERSION",
    "detect_language",
    "fold",
    "garbled",
    "normalise",
    "sentence_spans",
    "sentences",
    "squeeze",
    "stems",
    "words",
]
