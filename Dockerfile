# One image for every process. Built in steps, so that what is only needed to install stays behind.
FROM python:3.11-slim AS packages
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/dipgame
# 1: with what researchers need besides (charts, Parquet, an S3 store for logs).
ARG RESEARCH=
COPY requirements-image.lock requirements-research.lock ./
RUN /opt/dipgame/bin/pip install --no-deps --require-hashes --requirement requirements-image.lock \
    ${RESEARCH:+--requirement requirements-research.lock}

# The researchers' pages, made of docs/ by packages that the site does not need.
FROM packages AS pages
WORKDIR /srv/dipgame
COPY requirements-pages.lock ./
RUN python -m venv /opt/pages && /opt/pages/bin/pip install --no-deps --require-hashes --requirement requirements-pages.lock
COPY CONTRIBUTING.md ./
COPY docs docs
COPY tools tools
COPY bots/experiment/shipped bots/experiment/shipped
RUN /opt/pages/bin/python -m tools.pages

FROM python:3.11-slim
ENV PATH=/opt/dipgame/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
# All that is ever written, so that the rest may be read-only.
ENV PLAY_DIR=/tmp/play DIPGAME_CACHE_DIR=/var/lib/dipgame/compiled
# Volumes that are put there are theirs to write: the logs of experiments, and what bots need compiled.
RUN useradd --system --uid 10001 --no-create-home dipgame \
    && install -d -o 10001 /var/lib/dipgame/experiments /var/lib/dipgame/compiled
COPY --from=packages /opt/dipgame /opt/dipgame
WORKDIR /srv/dipgame
COPY . .
COPY --from=pages /srv/dipgame/.build/pages .build/pages
RUN SECRET_KEY=only-while-the-image-is-built-0123456789-abcdefghijklmnopqrstuvwxyz \
    python manage.py collectstatic --noinput --verbosity 0 && rm -rf /tmp/play
USER 10001
EXPOSE 8000
CMD ["python", "-m", "dipgame.server", "--bind", "0.0.0.0", "--port", "8000", "--verbosity", "0", "dipgame.asgi:application"]
