"""Reads the signed list of withdrawn licences and its deltas (kit/SPEC.md)."""

from .token import check, is_count, open_token, read_keys

MAX_LIST = 16_777_216


class RevocationList:
    """The withdrawn licences as of one moment. Times are in seconds since 1970."""

    def __init__(self, version, iat, exp, revoked):
        self.version = version
        self.iat = iat
        self.exp = exp
        #: When a licence was withdrawn, by its `jti`.
        self.revoked = revoked


def _check_claims(claims):
    for name in ("iat", "version", "exp", "since"):
        check((name not in claims and name != "iat") or is_count(claims.get(name)), "claims_wrong")
    check(isinstance(claims.get("revoked"), list), "claims_wrong")
    for entry in claims["revoked"]:
        check(isinstance(entry, dict) and isinstance(entry.get("jti"), str), "claims_wrong")
        check(is_count(entry.get("revoked_at")), "claims_wrong")


def read_revocations(texts, keys):
    """Reads the list, or a list and the deltas that follow it. Raises Fault if one cannot be trusted."""
    pinned = read_keys(keys)
    known = None
    for text in [texts] if isinstance(texts, str) else texts:
        claims = open_token(text, "revocation-list+jwt", MAX_LIST, pinned)
        _check_claims(claims)
        since = claims.get("since")
        check(since is None or (known is not None and since <= known.version), "revocations_wrong")
        revoked = {} if since is None else dict(known.revoked)
        revoked.update((entry["jti"], entry["revoked_at"]) for entry in claims["revoked"])
        known = RevocationList(claims.get("version", 0), claims["iat"], claims.get("exp"), revoked)
    check(known is not None, "revocations_missing")
    return known
