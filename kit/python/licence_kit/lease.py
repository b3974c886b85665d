"""Reads the lease of a licence (kit/SPEC.md)."""

from .token import check, is_count, open_token

_TEXTS = ("iss", "sub", "aud", "jti", "fingerprint")
_COUNTS = ("iat", "nbf", "exp", "seat")


def read_lease(text, licence, max_length, keys):
    """
    Reads the lease of the licence with this `jti`. Raises Fault if it cannot be trusted.

    :return: its claims
    """
    claims = open_token(text, "lease+jwt", max_length, keys)
    check(all(isinstance(claims.get(name), str) and claims[name] for name in _TEXTS), "claims_wrong")
    check(all(is_count(claims.get(name)) for name in _COUNTS), "claims_wrong")
    check(claims["sub"] == licence, "claims_wrong")
    return claims
