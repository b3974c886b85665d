package licencekit

const maxList = 16_777_216

// RevocationList has the withdrawn licences as of one moment. Times are in seconds since 1970.
type RevocationList struct {
	Version int64
	// IssuedAt is when the list was made.
	IssuedAt int64
	// ExpiresAt is when a newer list should be read; nil in lists before version numbers.
	ExpiresAt *int64
	// Revoked has when a licence was withdrawn, by its jti.
	Revoked map[string]int64
}

func optionalCount(claims map[string]any, name string) (*int64, bool) {
	value, found := claims[name]
	if !found {
		return nil, true
	}
	count, ok := countOf(value)
	return &count, ok
}

func addRevoked(revoked map[string]int64, value any) bool {
	entries, ok := value.([]any)
	for _, one := range entries {
		entry, _ := one.(map[string]any)
		jti, isText := entry["jti"].(string)
		revokedAt, isCount := countOf(entry["revoked_at"])
		if !isText || !isCount {
			return false
		}
		revoked[jti] = revokedAt
	}
	return ok
}

// listOf reads the claims of a list, or of a delta that follows the list before.
func listOf(claims map[string]any, before *RevocationList) (*RevocationList, Reason) {
	issuedAt, okIssued := countOf(claims["iat"])
	version, okVersion := optionalCount(claims, "version")
	since, okSince := optionalCount(claims, "since")
	expiresAt, okExpires := optionalCount(claims, "exp")
	list := &RevocationList{IssuedAt: issuedAt, ExpiresAt: expiresAt, Revoked: map[string]int64{}}
	if version != nil {
		list.Version = *version
	}
	if since != nil && before != nil {
		for jti, revokedAt := range before.Revoked {
			list.Revoked[jti] = revokedAt
		}
	}
	if !okIssued || !okVersion || !okSince || !okExpires || !addRevoked(list.Revoked, claims["revoked"]) {
		return nil, ClaimsWrong
	}
	if since != nil && (before == nil || *since > before.Version) {
		return nil, RevocationsWrong
	}
	return list, OK
}

// ReadRevocations reads the list, or a list and the deltas that follow it. The reason says why one cannot be trusted.
func ReadRevocations(texts []string, keys []string) (*RevocationList, Reason) {
	pinned, reason := readKeys(keys)
	if reason != OK {
		return nil, reason
	}
	var list *RevocationList
	for _, text := range texts {
		claims, reason := openToken(text, "revocation-list+jwt", maxList, pinned)
		if reason != OK {
			return nil, reason
		}
		if list, reason = listOf(claims, list); reason != OK {
			return nil, reason
		}
	}
	if list == nil {
		return nil, RevocationsMissing
	}
	return list, OK
}
