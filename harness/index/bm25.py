"""BM25 weights of chunks and questions, by Qdrant's own encoder, each language with its stemmer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from harness.index.base import Sparse
from harness.model.document import Chunk
from harness.model.search import Query
from harness.text import fold

if TYPE_CHECKING:
    from qdrant_edge import Bm25

_LANGUAGES = {
    "ar": "Arabic",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "hu": "Hungarian",
    "it": "Italian",
    "nl": "Dutch",
    "no": "Norwegian",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sv": "Swedish",
    "tr": "Turkish",
}
"""Languages for which the encoder has both a Snowball stemmer and stop words, by ISO 639-1."""


@dataclass(frozen=True)
class Bm25Encoder:
    """Chunks to term weights, questions to terms.

    A chunk is stemmed in its own language, without that language's stop words; one in a language
    without a stemmer keeps its words as they stand. A question is stemmed in every language of
    the index, without the stop words of that language and of its own, so that it finds words in
    documents of each; a term that two languages share counts once. Term numbers are the
    encoder's 32-bit hashes.
    """

    k: float
    b: float
    average_words: float
    """Pinned, not measured: an edit to one document must not change the weights of another."""

    def rows(self, chunks: Sequence[Chunk]) -> Sparse:
        """The weights of the chunks; heading and text count alike."""
        return Sparse.of([self._row(chunk) for chunk in chunks])

    def terms(self, query: Query, languages: Collection[str]) -> list[int]:
        """The question's terms, ascending, for an index that holds ``languages``."""
        text = _readable(query.text)
        found: set[int] = set()
        for language in sorted({_known(language) for language in languages}):
            found.update(self._encoder(language, _known(query.language)).embed_query(text).indices)
        return sorted(found)

    def _row(self, chunk: Chunk) -> dict[int, float]:
        encoder = self._encoder(_known(chunk.language), "")
        vector = encoder.embed_document(_readable(chunk.passage))
        return dict(zip(vector.indices, vector.values, strict=True))

    def _encoder(self, language: str, also_stop: str) -> Bm25:
        key = (language, also_stop)
        if key not in self._encoders:
            self._encoders[key] = self._make_encoder(language, also_stop)
        return self._encoders[key]

    @cached_property
    def _encoders(self) -> dict[tuple[str, str], Bm25]:
        return {}

    def _make_encoder(self, language: str, also_stop: str) -> Bm25:
        import qdrant_edge as qdrant

        names = {_LANGUAGES[code] for code in (language, also_stop) if code}
        stop = {getattr(qdrant.Language, name) for name in names}
        stemmer = (
            qdrant.SnowballParams(getattr(qdrant.SnowballLanguage, _LANGUAGES[language]))
            if language
            else qdrant.DisabledStemmer()
        )
        return qdrant.Bm25(
            qdrant.Bm25Config(
                k=self.k,
                b=self.b,
                avg_len=self.average_words,
                tokenizer=qdrant.TokenizerType.Word,
                stopwords=qdrant.StopwordsSet(languages=stop, custom=set()),
                stemmer=stemmer,
            )
        )


def _known(language: str) -> str:
    return language if language in _LANGUAGES else ""


def _readable(text: str) -> str:
    """Folded as everywhere, and without the lone surrogates the encoder cannot take."""
    return fold(text).encode("utf-8", "replace").decode("utf-8")
