"""Reads the lease of a licence (kit/SPEC.md)."""

from .token import Fault, check, clean_text, is_count, open_token, read_keys

_NAMES = ("iss", "sub", "aud", "jti")
_TIMES = ("iat", "nbf", "exp")


def _is_of(claims, licence, texts, counts):
    """True for claims of the licence with this `jti` that have these texts and counts."""
    return (
        all(isinstance(claims.get(name), str) and claims[name] for name in _NAMES + texts)
        and all(is_count(claims.get(name)) for name in _TIMES + counts)
        and claims["sub"] == licence
    )


def _read_delegation(text, licence, max_length, pinned):
    """
    Reads the delegation of a licence's seats to a relay. Raises Fault if it cannot be trusted.

    :return: its claims, and the key of the relay
    """
    try:
        claims = open_token(text, "delegation+jwt", max_length, pinned)
        check(_is_of(claims, licence, (), ("seats", "max_lease")), "claims_wrong")
        confirmation = claims.get("cnf")
        jwk = confirmation.get("jwk") if isinstance(confirmation, dict) else None
        return claims, read_keys({"keys": [jwk]})
    except Fault:
        raise Fault("delegation_wrong") from None


def read_lease(text, licence, max_length, keys):
    """
    Reads the lease of the licence with this `jti`: that of the vendor, or a relay's after its delegation. Raises Fault
    if it cannot be trusted.

    :return: its claims
    """
    parts = clean_text(text).split("~")
    check(len(parts) <= 2 and (len(parts) == 1 or parts[1]), "malformed")
    delegation = None
    if len(parts) == 2:
        delegation, keys = _read_delegation(parts[0], licence, max_length, keys)
    claims = open_token(parts[-1], "lease+jwt", max_length, keys)
    check(_is_of(claims, licence, ("fingerprint",), ("seat",)), "claims_wrong")
    if delegation is not None:
        check(0 < claims["seat"] <= delegation["seats"], "delegation_exceeded")
        check(claims["iat"] >= delegation["nbf"] and claims["exp"] <= delegation["exp"], "delegation_exceeded")
        check(claims["exp"] - claims["iat"] <= delegation["max_lease"], "delegation_exceeded")
    return claims
