"""Asks the console of the vendor, or a relay, for a lease of this machine (kit/SPEC.md, "Asking the console")."""

import json
import urllib.error
import urllib.request

from .token import clean_text

_NO_CONNECTION = {"lease": None, "reason": "no_connection"}


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would take the licence to another address."""

    def redirect_request(self, *_):
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _send(address, licence, body, timeout):
    headers = {"authorization": clean_text(licence), "content-type": "application/json"}
    request = urllib.request.Request(address, json.dumps(body).encode("utf-8"), headers)
    try:
        with _OPENER.open(request, timeout=timeout) as answer:
            return True, json.loads(answer.read())
    except urllib.error.HTTPError as refusal:
        with refusal:
            return False, json.loads(refusal.read())


def _ask(address, licence, body, part, timeout):
    try:
        is_given, answer = _send(address, licence, body, timeout)
    except Exception:  # No network, a wrong address, or something else than a console answers.
        return _NO_CONNECTION
    if not isinstance(answer, dict):
        return _NO_CONNECTION
    if is_given and isinstance(answer.get(part), str):
        return {"lease": answer.get("lease"), "reason": "ok"}
    if not is_given and isinstance(answer.get("code"), str):
        return {"lease": None, "reason": answer["code"]}
    return _NO_CONNECTION


def activate(address, licence, *, fingerprint, name, version=None, timeout=10):
    """
    Asks for a seat of the licence. A machine that has one gets a newer lease. Nothing is raised: `reason` is "ok",
    "no_connection", or the code of a refusal.

    :param address: of the console or the relay, such as "https://console.example"
    :param licence: its text, also as mails and terminals leave it
    :param fingerprint: identifies the machine, 8 to 200 characters
    :param name: what the customer calls the machine, such as its host name
    :param version: the version of the product
    :param timeout: in seconds
    :returns: a dict with the `lease`, to be saved, and the `reason`
    """
    machine = {"fingerprint": fingerprint, "name": name, **({"version": version} if version else {})}
    return _ask(address.rstrip("/") + "/v1/activation", licence, machine, "lease", timeout)


def release(address, licence, *, fingerprint, timeout=10):
    """
    Gives the seat of this machine back, for example when the product is removed from it. Delete its lease then.

    :returns: a dict with the `reason`, as `activate`
    """
    return _ask(address.rstrip("/") + "/v1/lease/release", licence, {"fingerprint": fingerprint}, "expires_at", timeout)
