"""What is said in English, told in the language of whoever reads it."""

from harness.language.catalogue import SOURCE_LANGUAGE, languages
from harness.language.tell import Tell, in_signs_of, placeholders, teller

__all__ = ["SOURCE_LANGUAGE", "Tell", "in_signs_of", "languages", "placeholders", "teller"]
