// Package getter stands where x/upgrade looks for hashicorp/go-getter, which fetches the programs of an upgrade for
// cosmovisor. A node of these tests never upgrades itself, and the real one brings the clients of Amazon, Google and
// Envoy with it: 370 of 1,562 packages to compile, and most of the bytes to download. Every call refuses.
package getter

import (
	"context"
	"errors"
	"net/http"
)

var errRefused = errors.New("nodes of the test chains download nothing")

type ChecksumError struct{}

func (*ChecksumError) Error() string { return errRefused.Error() }

type Getter interface{}

type HttpGetter struct {
	Client                *http.Client
	XTerraformGetDisabled bool
}

var Getters = map[string]Getter{}

type Client struct {
	Ctx             context.Context
	DisableSymlinks bool
	Src, Dst, Pwd   string
	Getters         map[string]Getter
}

func (*Client) Get() error { return errRefused }

func Get(_, _ string) error { return errRefused }

func GetFile(_, _ string) error { return errRefused }
