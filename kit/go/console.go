package licencekit

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// NoConnection is the reason if nothing answers, or something else than a console.
const NoConnection Reason = "no_connection"

// Machine is a machine that asks for a lease.
type Machine struct {
	// Fingerprint identifies the machine, 8 to 200 characters (kit/SPEC.md, "The fingerprint").
	Fingerprint string `json:"fingerprint"`
	// Name is what the customer calls it, such as its host name.
	Name string `json:"name"`
	// Version is that of the product.
	Version string `json:"version,omitempty"`
}

// Activation is what a console or a relay answered.
type Activation struct {
	// Lease is the new lease, to be saved; empty if there is none.
	Lease string
	// Reason is OK, NoConnection, or the code of a refusal (kit/SPEC.md, "Asking the console").
	Reason Reason
}

// client follows no redirect: it would take the licence to another address.
var client = http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// ask sends a request with the licence as its authorization, and returns whether it was granted, and the answer.
func ask(address, licence string, body any) (bool, map[string]any) {
	data, err := json.Marshal(body)
	if err != nil {
		return false, nil
	}
	request, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(data))
	if err != nil {
		return false, nil
	}
	request.Header.Set("Authorization", CleanText(licence))
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return false, nil
	}
	defer answer.Body.Close()
	var given map[string]any
	if json.NewDecoder(answer.Body).Decode(&given) != nil {
		return false, nil
	}
	return answer.StatusCode == http.StatusOK, given
}

// activation reads an answer; part is what one that grants the request has.
func activation(isGranted bool, given map[string]any, part string) Activation {
	_, hasPart := given[part].(string)
	lease, _ := given["lease"].(string)
	code, isRefusal := given["code"].(string)
	switch {
	case isGranted && hasPart:
		return Activation{Lease: lease, Reason: OK}
	case !isGranted && isRefusal:
		return Activation{Reason: Reason(code)}
	default:
		return Activation{Reason: NoConnection}
	}
}

// Activate asks the console of the vendor, or a relay, at an address such as https://console.example for a seat of the
// licence. A machine that has one gets a newer lease.
func Activate(address, licence string, machine Machine) Activation {
	isGranted, given := ask(strings.TrimRight(address, "/")+"/v1/activation", licence, machine)
	return activation(isGranted, given, "lease")
}

// Release gives the seat of this machine back, for example when the product is removed from it. Delete its lease then.
func Release(address, licence, fingerprint string) Activation {
	body := map[string]string{"fingerprint": fingerprint}
	isGranted, given := ask(strings.TrimRight(address, "/")+"/v1/lease/release", licence, body)
	return activation(isGranted, given, "expires_at")
}
