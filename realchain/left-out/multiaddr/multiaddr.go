// Package multiaddr stands for the addresses of libp2p, over which nodes of the tests do not talk.
package multiaddr

import "errors"

const (
	P_DNS     = 53
	P_DNS4    = 54
	P_DNS6    = 55
	P_DNSADDR = 56
)

type Protocol struct{ Code int }

type Component struct{}

func (*Component) Protocol() Protocol { return Protocol{} }

type Multiaddr []Component

func (Multiaddr) String() string { return "" }

func NewMultiaddr(string) (Multiaddr, error) {
	return nil, errors.New("nodes of the test chains are built without libp2p")
}
