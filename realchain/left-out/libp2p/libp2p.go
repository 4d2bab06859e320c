// Package libp2p stands for the other way of CometBFT to talk to peers, which is off unless a node's configuration turns
// it on. Every call that would begin something refuses.
package libp2p

import (
	"errors"

	"github.com/libp2p/go-libp2p/core/connmgr"
	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/host"
	"github.com/libp2p/go-libp2p/core/network"
	rcmgr "github.com/libp2p/go-libp2p/p2p/host/resource-manager"
	"github.com/multiformats/go-multiaddr"
)

type Option struct{}

func New(...Option) (host.Host, error) {
	return nil, errors.New("nodes of the test chains are built without libp2p")
}

func AddrsFactory(func([]multiaddr.Multiaddr) []multiaddr.Multiaddr) Option { return Option{} }

func ConnectionGater(connmgr.ConnectionGater) Option { return Option{} }

func Identity(crypto.PrivKey) Option { return Option{} }

func ListenAddrs(...multiaddr.Multiaddr) Option { return Option{} }

func Ping(bool) Option { return Option{} }

func ResourceManager(network.ResourceManager) Option { return Option{} }

func Transport(any) Option { return Option{} }

func UserAgent(string) Option { return Option{} }

func SetDefaultServiceLimits(*rcmgr.ScalingLimitConfig) {}
