"""Beat's own view of the queues: it asks for tasks by name, so it loads none of them, and no model.

python -m celery --app dipgame.clock beat
"""

import logging.config
from typing import Final

from celery import Celery
from django.conf import settings

from dipgame.celery import Queues

__all__ = ["app"]

app: Final = Celery("dipgame", amqp=Queues, fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
logging.config.dictConfig(settings.LOGGING)
