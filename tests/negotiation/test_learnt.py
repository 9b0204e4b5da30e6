"""Learnt weights: one small file, and a manifest that tells the truth about it."""

import hashlib
import json
from pathlib import Path

from bench.weights import digest_of
from negotiation.learnt.weighing import manifest, weights_in

ROOT = Path(__file__).parents[2]
ROOM = ROOT / "negotiation" / "learnt"
LINES = (ROOT / "bench", ROOT / "tests" / "negotiation" / "cases")


def test_the_file_is_the_one_that_the_manifest_speaks_of_and_small():
    data = (ROOM / "weights.npz").read_bytes()
    assert hashlib.sha256(data).hexdigest() == manifest()["file"]
    assert len(data) <= 2_000_000


def test_the_weights_were_learnt_from_the_lines_that_are_kept():
    paths = {path.name: path for room in LINES for path in room.rglob("*") if path.is_file()}
    for model, facts in manifest()["models"].items():
        for name, digest in facts["lines"].items():
            assert digest_of([paths[name]]) == digest, f"{model} was learnt from another {name}"


def test_the_judge_says_with_which_seed_it_was_learnt_and_how_it_fares():
    facts = manifest()["models"]["judge"]
    assert isinstance(facts["seed"], int)
    assert facts["scores"]["claims right"] >= 0.98
    assert json.loads((ROOM / "weights.json").read_text("utf-8")) == manifest()


def test_a_feature_that_was_met_tells_kinds_apart():
    shares = weights_in("gists").shares(["hello", "first hello", "words 0"])
    assert sum(shares.values()) > 0.999
    assert max(shares, key=lambda kind: shares[kind]) == "greet"
    assert weights_in("gists").knows("hello")
    assert not weights_in("gists").knows("xyzzy of nowhere")
