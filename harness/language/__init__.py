"""What is said in English, told in the language of whoever reads it."""

from harness.language.catalogue import SOURCE_LANGUAGE, languages
from harness.language.tell import Tell, placeholders, teller

__all__ = ["SOURCE_LANGUAGE", "Tell", "languages", "placeholders", "teller"]
