package peerstore

import (
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/multiformats/go-multiaddr"
)

const PermanentAddrTTL = time.Duration(1<<63 - 1)

type Peerstore interface {
	AddAddr(id peer.ID, addr multiaddr.Multiaddr, ttl time.Duration)
	Addrs(id peer.ID) []multiaddr.Multiaddr
	Close() error
	Get(id peer.ID, key string) (any, error)
	PeerInfo(id peer.ID) peer.AddrInfo
	Put(id peer.ID, key string, value any) error
}
