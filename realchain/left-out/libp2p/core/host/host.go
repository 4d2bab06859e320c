package host

import (
	"context"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"
)

type Host interface {
	ID() peer.ID
	Addrs() []multiaddr.Multiaddr
	Network() network.Network
	Peerstore() peerstore.Peerstore
	Connect(ctx context.Context, to peer.AddrInfo) error
	NewStream(ctx context.Context, to peer.ID, protocols ...protocol.ID) (network.Stream, error)
	SetStreamHandler(id protocol.ID, handler network.StreamHandler)
}
