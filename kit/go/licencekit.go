// Package licencekit verifies licences offline, by kit/SPEC.md. It needs the standard library alone.
package licencekit

import "time"

// Reason says why a licence is valid or not (kit/SPEC.md, "Reasons").
type Reason string

// The reasons, in the order of the checks.
const (
	OK                   Reason = "ok"
	KeysUnusable         Reason = "keys_unusable"
	Empty                Reason = "empty"
	Malformed            Reason = "malformed"
	TooLarge             Reason = "too_large"
	AlgorithmUnsupported Reason = "algorithm_unsupported"
	HeaderUnsupported    Reason = "header_unsupported"
	TypeWrong            Reason = "type_wrong"
	KeyUnknown           Reason = "key_unknown"
	SignatureWrong       Reason = "signature_wrong"
	ClaimsWrong          Reason = "claims_wrong"
	IssuerWrong          Reason = "issuer_wrong"
	ProductWrong         Reason = "product_wrong"
	InstallationWrong    Reason = "installation_wrong"
	Revoked              Reason = "revoked"
	ClockSetBack         Reason = "clock_set_back"
	NotYetValid          Reason = "not_yet_valid"
	IssuedInFuture       Reason = "issued_in_future"
	Expired              Reason = "expired"
	RevocationsWrong     Reason = "revocations_wrong"
	RevocationsMissing   Reason = "revocations_missing"
	RevocationsStale     Reason = "revocations_stale"
	LeaseMissing         Reason = "lease_missing"
	LeaseWrong           Reason = "lease_wrong"
	DelegationWrong      Reason = "delegation_wrong"
	DelegationExceeded   Reason = "delegation_exceeded"
	MachineWrong         Reason = "machine_wrong"
	LeaseExpired         Reason = "lease_expired"
)

const (
	maxToken = 16_384
	day      = 86_400
	// headStart is how long before its iat a licence may already be used, in seconds: clocks differ.
	headStart = 300
)

// Options of a verification. Times are in seconds since 1970. What is nil is not expected, or has its default.
type Options struct {
	// Keys are pinned public keys: one JSON Web Key Set or several, as JSON.
	Keys            []string
	Issuer          *string
	Product         *string
	InstallationKey *string
	// Now is the time of the clock; that of the system unless given.
	Now *int64
	// LastSeen is Clock.LastSeen of the last valid answer.
	LastSeen *int64
	// ClockTolerance is how far the clock may be set back, in seconds; 24 hours unless given.
	ClockTolerance *int64
	// Leeway is how far the clocks of issuer and product may differ, in seconds.
	Leeway int64
	// Revocations is the list of withdrawn licences, or a list and the deltas that follow it.
	Revocations []string
	// MaxRevocationAge is the greatest allowed age of the list, in seconds; until its exp unless given.
	MaxRevocationAge *int64
	// Lease is the lease of this machine, also as mails and terminals leave it.
	Lease *string
	// Fingerprint is that of this machine; if it is given, a lease for it is needed.
	Fingerprint *string
}

// Revocation says until when withdrawals are known; nil if no list was read.
type Revocation struct {
	CheckedUntil *int64 `json:"checkedUntil"`
}

// Clock says what is known of the time.
type Clock struct {
	Now int64 `json:"now"`
	// LastSeen is to be saved if the answer is valid, and given to the next verification.
	LastSeen int64 `json:"lastSeen"`
	// SetBackBy is by how many seconds the clock is before the last time seen.
	SetBackBy int64 `json:"setBackBy"`
}

// Answer is what is known of a licence. Times are in seconds since 1970.
type Answer struct {
	Valid  bool   `json:"valid"`
	Reason Reason `json:"reason"`
	// Licence has the claims, if they are genuine, also where the licence is not valid. Numbers are float64.
	Licence    map[string]any `json:"licence"`
	ExpiresAt  *int64         `json:"expiresAt"`
	Revocation Revocation     `json:"revocation"`
	// Lease is the lease, if it is genuine and belongs to the licence, also where it has ended or is for another machine.
	Lease *Lease `json:"lease"`
	Clock Clock  `json:"clock"`
}

// Of returns a pointer to a value, for Options.
func Of[T any](value T) *T {
	return &value
}

func orElse[T any](value *T, otherwise T) T {
	if value == nil {
		return otherwise
	}
	return *value
}

func isLicence(claims map[string]any) bool {
	for _, name := range []string{"iss", "sub", "aud", "jti", "order", "project", "licence_key"} {
		text, isText := claims[name].(string)
		if !isText || text == "" && len(name) == 3 {
			return false
		}
	}
	for _, name := range []string{"iat", "nbf", "exp", "category", "quantity", "generation"} {
		if _, isCount := countOf(claims[name]); !isCount {
			return false
		}
	}
	trial, found := claims["trial"]
	_, isBool := trial.(bool)
	return !found || isBool
}

func identityReason(licence map[string]any, options Options) Reason {
	isOther := func(expected *string, name string) bool { return expected != nil && *expected != licence[name] }
	switch {
	case isOther(options.Issuer, "iss"):
		return IssuerWrong
	case isOther(options.Product, "aud"):
		return ProductWrong
	case isOther(options.InstallationKey, "licence_key"):
		return InstallationWrong
	}
	return OK
}

func timeReason(licence map[string]any, clock Clock, options Options) Reason {
	at := func(name string) int64 { value, _ := countOf(licence[name]); return value }
	switch {
	case clock.SetBackBy > orElse(options.ClockTolerance, day):
		return ClockSetBack
	case clock.LastSeen < at("nbf")-options.Leeway:
		return NotYetValid
	case clock.LastSeen < at("iat")-options.Leeway-headStart:
		return IssuedInFuture
	case clock.LastSeen >= at("exp")+options.Leeway:
		return Expired
	}
	return OK
}

func listReason(list *RevocationList, time int64, options Options) Reason {
	switch {
	case list == nil && len(options.Revocations) > 0:
		return RevocationsWrong
	case list == nil && options.MaxRevocationAge != nil:
		return RevocationsMissing
	case list == nil:
		return OK
	case options.MaxRevocationAge != nil && time > list.IssuedAt+*options.MaxRevocationAge:
		return RevocationsStale
	case options.MaxRevocationAge == nil && list.ExpiresAt != nil && time > *list.ExpiresAt:
		return RevocationsStale
	}
	return OK
}

func (a *Answer) see(moment int64) {
	if moment > a.Clock.LastSeen {
		a.Clock.LastSeen = moment
	}
	a.Clock.SetBackBy = a.Clock.LastSeen - a.Clock.Now
}

// verify fills the answer and returns the reason.
func verify(text string, options Options, answer *Answer) Reason {
	keys, reason := readKeys(options.Keys)
	if reason != OK {
		return reason
	}
	claims, reason := openToken(text, "license+jwt", maxToken, keys)
	if reason != OK {
		return reason
	}
	if !isLicence(claims) {
		return ClaimsWrong
	}
	expiresAt, _ := countOf(claims["exp"])
	answer.Licence, answer.ExpiresAt = claims, &expiresAt
	if reason = identityReason(claims, options); reason != OK {
		return reason
	}
	list, _ := ReadRevocations(options.Revocations, options.Keys)
	if list != nil {
		answer.Revocation.CheckedUntil = &list.IssuedAt
		answer.see(list.IssuedAt)
	}
	held, whyNone := readLease(orElse(options.Lease, ""), claims["jti"].(string), keys)
	if held != nil {
		answer.Lease = &Lease{ExpiresAt: held.expiresAt, Seat: held.seat}
		answer.see(held.issuedAt)
	}
	if list != nil {
		if _, isRevoked := list.Revoked[claims["jti"].(string)]; isRevoked {
			return Revoked
		}
	}
	if reason = timeReason(claims, answer.Clock, options); reason != OK {
		return reason
	}
	if reason = listReason(list, answer.Clock.LastSeen, options); reason != OK {
		return reason
	}
	return leaseReason(held, whyNone, answer.Clock.LastSeen, options)
}

// VerifyLicence verifies a licence offline. The text may be as mails and terminals leave it.
func VerifyLicence(text string, options Options) Answer {
	now := orElse(options.Now, time.Now().Unix())
	answer := Answer{Clock: Clock{Now: now, LastSeen: now}}
	answer.see(orElse(options.LastSeen, now))
	answer.Reason = verify(text, options, &answer)
	answer.Valid = answer.Reason == OK
	return answer
}
