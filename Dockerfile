FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 DIPGAME_CACHE_DIR=/tmp/dipgame-cache
WORKDIR /srv/dipgame
COPY requirements.txt constraints.txt ./
RUN pip install --requirement requirements.txt
COPY . .
RUN SECRET_KEY=build-only python manage.py collectstatic --noinput --verbosity 0 && useradd --system dipgame
USER dipgame
EXPOSE 8000
CMD ["python", "-m", "daphne", "--bind", "0.0.0.0", "--port", "8000", "dipgame.asgi:application"]
