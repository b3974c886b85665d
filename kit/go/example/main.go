// A product that verifies its licence when it starts, and activates its machine if it has a name: go run ./example FOLDER
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	"licencekit"
)

func file(name string) string { return filepath.Join(os.Args[1], name) }

// read returns the text of a file, or nil if there is none.
func read(name string) *string {
	data, err := os.ReadFile(file(name))
	if err != nil {
		return nil
	}
	return licencekit.Of(string(data))
}

// activate asks the vendor's console for a lease, or for a newer one; without a network the last one counts.
func activate(address, fingerprint, licence string) {
	host, _ := os.Hostname()
	body, _ := json.Marshal(map[string]string{"fingerprint": fingerprint, "name": host})
	request, err := http.NewRequest("POST", address+"/v1/activation", bytes.NewReader(body))
	if err != nil {
		return
	}
	request.Header.Set("Authorization", licencekit.CleanText(licence))
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	var given struct{ Lease string }
	if answer.StatusCode == http.StatusOK && json.NewDecoder(answer.Body).Decode(&given) == nil {
		_ = os.WriteFile(file("lease.jws"), []byte(given.Lease), 0o600)
	}
}

func main() {
	licence, keys, machine := "", "", read("machine")
	if text := read("licence.jws"); text != nil {
		licence = *text
	}
	// In a product of yours the keys are a constant: whoever can write this file can sign licences.
	if text := read("jwks.json"); text != nil {
		keys = *text
	}
	if address := read("console"); address != nil && machine != nil {
		activate(*address, *machine, licence)
	}
	options := licencekit.Options{Keys: []string{keys}, Product: licencekit.Of("MOVER"), Lease: read("lease.jws"), Fingerprint: machine}
	if text := read("last-seen"); text != nil {
		seen, _ := strconv.ParseInt(*text, 10, 64)
		options.LastSeen = &seen
	}
	if list := read("revoked.jws"); list != nil {
		options.Revocations = []string{*list}
	}
	answer := licencekit.VerifyLicence(licence, options)
	if !answer.Valid {
		fmt.Println("No valid licence:", answer.Reason)
		os.Exit(1)
	}
	_ = os.WriteFile(file("last-seen"), []byte(strconv.FormatInt(answer.Clock.LastSeen, 10)), 0o600)
	known := "null"
	if answer.Revocation.CheckedUntil != nil {
		known = strconv.FormatInt(*answer.Revocation.CheckedUntil, 10)
	}
	fmt.Printf("Licensed to %v for %v; withdrawals known until %s\n", answer.Licence["sub"], answer.Licence["quantity"], known)
}
