# syntax=docker/dockerfile:1

# corpusgate as an image: docs/how-to/install.md.

FROM python:3.13.9-slim-bookworm AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
RUN python -m venv /opt/corpusgate
ENV PATH=/opt/corpusgate/bin:$PATH

# The lock changes seldom and the code often, so a change of code installs no dependency again.
COPY requirements-image.lock ./
RUN --mount=type=cache,target=/root/.cache/pip \
    pip install --require-hashes --requirement requirements-image.lock

COPY LICENSE README.md pyproject.toml ./
COPY harness/ harness/
RUN --mount=type=cache,target=/root/.cache/pip \
    pip install --no-deps .


FROM python:3.13.9-slim-bookworm

LABEL org.opencontainers.image.title="corpusgate" \
      org.opencontainers.image.description="Regression testing for the document corpora behind RAG systems" \
      org.opencontainers.image.licenses="Apache-2.0"

# Corpora are read out of git.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git=1:2.39.* \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home corpusgate

COPY --from=build /opt/corpusgate /opt/corpusgate
ENV LANG=C.UTF-8 \
    PATH=/opt/corpusgate/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1

USER 10001:10001
WORKDIR /workspace
ENTRYPOINT ["corpusgate"]
CMD ["--help"]
