"""Logs of experiments in an S3-compatible store: the same bytes as in a folder, and what is missing is missing."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from moto.server import ThreadedMotoServer

from dipgame.experiments import logs, queries, services
from tests.dipgame.test_experiments import FILE

pytestmark = pytest.mark.django_db


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Any]:
    """A bucket `games` of a store on this machine, and the site set to keep logs in a folder of it."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    client = boto3.client("s3", endpoint_url=address)
    client.create_bucket(Bucket="games")
    options = {"bucket_name": "games", "location": "logs", "endpoint_url": address, "default_acl": None}
    settings.STORAGES = settings.STORAGES | {
        "experiments": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    }
    yield client
    server.stop()


def test_logs_lie_in_the_bucket_and_are_read_again(store: Any) -> None:
    experiment = services.begin_experiment(FILE)
    while services.play_next() is not None:
        pass
    keys = sorted(each["Key"] for each in store.list_objects_v2(Bucket="games")["Contents"])
    assert keys == sorted(f"logs/{experiment.slug}/{number}.jsonl.gz" for number in (0, 1, 100_000))
    run = queries.done_runs(experiment)[0]
    record = logs.read(run)
    assert record["session"] == "two"
    logs.keep(run, record | {"seed": 7})
    assert logs.read(run)["seed"] == 7, "a game played again takes the place of the one before"
    assert len(store.list_objects_v2(Bucket="games")["Contents"]) == 3
    store.delete_object(Bucket="games", Key=keys[0])
    with pytest.raises(FileNotFoundError):
        logs.read(run)
