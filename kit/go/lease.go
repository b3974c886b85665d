package licencekit

// Lease says until when the machine may use the licence, in seconds since 1970, and which seat it holds.
type Lease struct {
	ExpiresAt int64 `json:"expiresAt"`
	Seat      int64 `json:"seat"`
}

type heldLease struct {
	issuedAt, expiresAt, seat int64
	fingerprint               string
}

// readLease reads the lease of the licence with this jti. The reason says why there is none.
func readLease(text string, licence string, keys map[string][]byte) (*heldLease, Reason) {
	claims, reason := openToken(text, "lease+jwt", maxToken, keys)
	if reason == Empty {
		return nil, LeaseMissing
	}
	if reason != OK {
		return nil, LeaseWrong
	}
	for _, name := range []string{"iss", "sub", "aud", "jti", "fingerprint"} {
		if text, isText := claims[name].(string); !isText || text == "" {
			return nil, LeaseWrong
		}
	}
	counts := map[string]int64{}
	for _, name := range []string{"iat", "nbf", "exp", "seat"} {
		count, isCount := countOf(claims[name])
		if !isCount {
			return nil, LeaseWrong
		}
		counts[name] = count
	}
	if claims["sub"] != licence {
		return nil, LeaseWrong
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
	case options.Fingerprint != nil && *options.Fingerprint != lease.fingerprint:
		return MachineWrong
	case time >= lease.expiresAt+options.Leeway:
		return LeaseExpired
	}
	return OK
}
