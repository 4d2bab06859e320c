// Package manet is the part of multiaddr that dials.
package manet

import (
	"errors"

	"github.com/multiformats/go-multiaddr"
)

func DialArgs(multiaddr.Multiaddr) (string, string, error) {
	return "", "", errors.New("nodes of the test chains are built without libp2p")
}
