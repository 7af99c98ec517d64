"""This process, and its clients, as one that knows a fake Hub and no other."""

from fake_hub import FakeHub


def connect(hub: FakeHub, monkeypatch, home, token=None):
    """Let the clients in this process speak with a fake Hub, and keep what they bring in a folder; they wait for nothing when they try again."""
    from huggingface_hub import constants

    for name, value in {
        "ENDPOINT": hub.endpoint,
        "HUGGINGFACE_CO_URL_TEMPLATE": hub.endpoint + "/{repo_id}/resolve/{revision}/{filename}",
        "HF_HUB_OFFLINE": False,
        "HF_HUB_DISABLE_XET": True,
        "HF_HUB_CACHE": str(home / "hub"),
        "HF_TOKEN_PATH": str(home / "token"),
    }.items():
        monkeypatch.setattr(constants, name, value)
    monkeypatch.setenv("HF_TOKEN", token or hub.token)
    monkeypatch.delenv("HUGGING_FACE_HUB_TOKEN", raising=False)
    monkeypatch.setattr("time.sleep", lambda _: None)
