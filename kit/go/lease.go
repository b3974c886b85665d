package licencekit

import "strings"

// Lease says until when the machine may use the licence, in seconds since 1970, and which seat it holds.
type Lease struct {
	ExpiresAt int64 `json:"expiresAt"`
	Seat      int64 `json:"seat"`
}

type heldLease struct {
	issuedAt, expiresAt, seat int64
	fingerprint               string
}

// countsOf returns counts of claims of the licence with this jti; false unless it has them and these texts.
func countsOf(claims map[string]any, licence string, texts []string, counts []string) (map[string]int64, bool) {
	for _, name := range append([]string{"iss", "sub", "aud", "jti"}, texts...) {
		if text, isText := claims[name].(string); !isText || text == "" {
			return nil, false
		}
	}
	found := map[string]int64{}
	for _, name := range append([]string{"iat", "nbf", "exp"}, counts...) {
		count, isCount := countOf(claims[name])
		if !isCount {
			return nil, false
		}
		found[name] = count
	}
	return found, claims["sub"] == licence
}

// readDelegation reads the delegation of a licence's seats to a relay: its counts, and the key of the relay. Both are
// nil if it cannot be trusted.
func readDelegation(text string, licence string, keys map[string][]byte) (map[string]int64, map[string][]byte) {
	claims, reason := openToken(text, "delegation+jwt", maxToken, keys)
	if reason != OK {
		return nil, nil
	}
	counts, isRight := countsOf(claims, licence, nil, []string{"seats", "max_lease"})
	confirmation, _ := claims["cnf"].(map[string]any)
	found := map[string][]byte{}
	addKey(found, confirmation["jwk"])
	if !isRight || len(found) == 0 {
		return nil, nil
	}
	return counts, found
}

// isWithin says whether the lease of a relay keeps to its delegation.
func isWithin(lease, delegation map[string]int64) bool {
	return lease["seat"] > 0 && lease["seat"] <= delegation["seats"] &&
		lease["iat"] >= delegation["nbf"] && lease["exp"] <= delegation["exp"] &&
		lease["exp"]-lease["iat"] <= delegation["max_lease"]
}

// readLease reads the lease of the licence with this jti: that of the vendor, or a relay's after its delegation. The
// reason says why there is none.
func readLease(text string, licence string, keys map[string][]byte) (*heldLease, Reason) {
	parts := strings.Split(CleanText(text), "~")
	if len(parts) > 2 || len(parts) == 2 && parts[1] == "" {
		return nil, LeaseWrong
	}
	var delegation map[string]int64
	if len(parts) == 2 {
		if delegation, keys = readDelegation(parts[0], licence, keys); delegation == nil {
			return nil, DelegationWrong
		}
	}
	claims, reason := openToken(parts[len(parts)-1], "lease+jwt", maxToken, keys)
	if reason == Empty {
		return nil, LeaseMissing
	}
	if reason != OK {
		return nil, LeaseWrong
	}
	counts, isRight := countsOf(claims, licence, []string{"fingerprint"}, []string{"seat"})
	if !isRight {
		return nil, LeaseWrong
	}
	if delegation != nil && !isWithin(counts, delegation) {
		return nil, DelegationExceeded
	}
	return &heldLease{counts["iat"], counts["exp"], counts["seat"], claims["fingerprint"].(string)}, OK
}

// leaseReason checks that the lease is there, genuine, for this machine, and has not ended.
func leaseReason(lease *heldLease, whyNone Reason, time int64, options Options) Reason {
	switch {
	case options.Lease == nil && options.Fingerprint == nil:
		return OK
	case lease == nil:
		return whyNone
	case options.Fingerprint != nil && !IsSameMachine(*options.Fingerprint, lease.fingerprint):
		return MachineWrong
	case time >= lease.expiresAt+options.Leeway:
		return LeaseExpired
	}
	return OK
}
