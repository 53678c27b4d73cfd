"""What is said in English, told in the language of whoever reads it."""

from harness.language.tell import SOURCE_LANGUAGE, Tell, placeholders, teller

__all__ = ["SOURCE_LANGUAGE", "Tell", "placeholders", "teller"]
