"""Verifies a licence offline (kit/SPEC.md)."""

import time

from .fingerprint import is_same_machine
from .lease import read_lease
from .revocations import read_revocations
from .token import Fault, check, is_count, open_token, read_keys

MAX_TOKEN = 16_384
DAY = 86_400
#: How long before its `iat` a licence may already be used, in seconds: clocks differ.
HEAD_START = 300

_NAMES = ("iss", "sub", "aud", "jti")
_TEXTS = _NAMES + ("order", "project", "licence_key")
_COUNTS = ("iat", "nbf", "exp", "category", "quantity", "generation")


def _is_licence(claims):
    return (
        all(isinstance(claims.get(name), str) for name in _TEXTS)
        and all(claims[name] for name in _NAMES)
        and all(is_count(claims.get(name)) for name in _COUNTS)
        and isinstance(claims.get("trial", False), bool)
    )


def _clock_at(now, seen):
    # A value that is no number is no earlier time either: it fails the checks of the times.
    last_seen = now if seen <= now else seen
    return {"now": now, "lastSeen": last_seen, "setBackBy": last_seen - now}


def _check_times(licence, clock, clock_tolerance, leeway):
    moment = clock["lastSeen"]
    check(clock["setBackBy"] <= clock_tolerance, "clock_set_back")
    check(moment >= licence["nbf"] - leeway, "not_yet_valid")
    check(moment >= licence["iat"] - leeway - HEAD_START, "issued_in_future")
    check(moment < licence["exp"] + leeway, "expired")


def _read_list(lists, keys):
    try:
        return read_revocations(lists, keys)
    except Fault:
        return None


def _held_lease(text, licence, keys):
    """The lease, or the reason why there is none."""
    try:
        return read_lease(text, licence["jti"], MAX_TOKEN, keys), None
    except Fault as fault:
        if fault.reason == "empty":
            return None, "lease_missing"
        return None, fault.reason if fault.reason.startswith("delegation_") else "lease_wrong"


def verify_licence(
    text,
    keys,
    *,
    issuer=None,
    product=None,
    installation_key=None,
    now=None,
    last_seen=None,
    clock_tolerance=DAY,
    leeway=0,
    revocations=None,
    max_revocation_age=None,
    lease=None,
    fingerprint=None,
):
    """
    Verifies a licence offline. Times are in seconds since 1970.

    :param text: the licence, also as mails and terminals leave it
    :param keys: pinned public keys: one set or a list of sets, each as a dict or as JSON text
    :param issuer: the expected issuer; any unless given
    :param product: the expected code of the product; any unless given
    :param installation_key: the expected key of the installation; any unless given
    :param now: the clock of the system unless given
    :param last_seen: `clock.lastSeen` of the last valid answer
    :param clock_tolerance: how far the clock may be set back, in seconds
    :param leeway: how far the clocks of issuer and product may differ, in seconds
    :param revocations: the list of withdrawn licences, or a list and the deltas that follow it
    :param max_revocation_age: the greatest allowed age of the list, in seconds; until its `exp` unless given
    :param lease: the lease of this machine, also as mails and terminals leave it
    :param fingerprint: the fingerprint of this machine; if it is given, a lease for it is needed
    :return: a dict with `valid`, `reason`, `licence`, `expiresAt`, `revocation`, `lease` and `clock`; it never raises for what
        is wrong with the licence
    """
    now = int(time.time()) if now is None else now
    lists = [] if revocations is None else [revocations] if isinstance(revocations, str) else list(revocations)
    clock = _clock_at(now, now if last_seen is None else last_seen)
    licence, known, held, reason = None, None, None, "ok"
    try:
        pinned = read_keys(keys)
        claims = open_token(text, "license+jwt", MAX_TOKEN, pinned)
        check(_is_licence(claims), "claims_wrong")
        licence = claims
        check(issuer is None or issuer == licence["iss"], "issuer_wrong")
        check(product is None or product == licence["aud"], "product_wrong")
        check(installation_key is None or installation_key == licence["licence_key"], "installation_wrong")
        known = _read_list(lists, keys) if lists else None
        held, no_lease = _held_lease(lease or "", licence, pinned)
        times = (clock["lastSeen"], known.iat if known else 0, held["iat"] if held else 0)
        clock = _clock_at(now, max(times))
        check(not known or licence["jti"] not in known.revoked, "revoked")
        _check_times(licence, clock, clock_tolerance, leeway)
        check(known or not lists, "revocations_wrong")
        check(known or max_revocation_age is None, "revocations_missing")
        if known:
            end = known.exp if max_revocation_age is None else known.iat + max_revocation_age
            check(end is None or clock["lastSeen"] <= end, "revocations_stale")
        if lease is not None or fingerprint is not None:
            check(held, no_lease)
            check(fingerprint is None or is_same_machine(fingerprint, held["fingerprint"]), "machine_wrong")
            check(clock["lastSeen"] < held["exp"] + leeway, "lease_expired")
    except Fault as fault:
        reason = fault.reason
    return {
        "valid": reason == "ok",
        "reason": reason,
        "licence": licence,
        "expiresAt": licence["exp"] if licence else None,
        "revocation": {"checkedUntil": known.iat if known else None},
        "lease": {"expiresAt": held["exp"], "seat": held["seat"]} if held else None,
        "clock": clock,
    }
