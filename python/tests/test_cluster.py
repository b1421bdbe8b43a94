"""Work on several processes: the same counts, also when a worker is lost."""

import os
import signal
import threading
import time

import pytest

pytest.importorskip("distributed")

from distributed import Client, LocalCluster  # noqa: E402

import ferz  # noqa: E402
import ferz.cluster  # noqa: E402


@pytest.fixture(scope="module")
def client():
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as own,
    ):
        yield own


def test_counts(client):
    assert ferz.cluster.perft("chess", 4, client=client) == 197281
    assert ferz.cluster.perft("chess", 2, client=client) == 400 == ferz.cluster.perft("chess", 2, split=1, client=client)
    own = ferz.load_text("name: Nimble\nextends: chess\npieces: {king: {moves: KN}}")
    assert ferz.cluster.perft(own, 4, client=client) == own.perft(4)


def test_a_lost_worker_changes_nothing(client):
    pids = list(client.run(os.getpid).values())

    def kill():
        time.sleep(0.5)
        os.kill(pids[0], signal.SIGKILL)

    threading.Thread(target=kill).start()
    assert ferz.cluster.perft("chess", 5, split=3, hash=1, client=client) == 4865609


def test_games(client):
    told = ferz.cluster.self_play("chess", 300, seed=2, part=100, client=client)
    assert told["white"] + told["black"] + told["draws"] + told["unfinished"] == told["games"] == 300
    assert sum(told["ends"].values()) == 300 and 100 < told["mean_length"] < 600 and 20 < told["mean_moves"] < 40
    assert told == ferz.cluster.self_play("chess", 300, seed=2, part=100, client=client)


def test_checks(client):
    found = ferz.cluster.check_variants(["chess", "xiangqi"], client=client)
    assert found == {"chess": [], "xiangqi": []}
