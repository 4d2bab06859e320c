package network

import (
	"context"
	"io"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"
)

type Direction int

const (
	DirInbound Direction = iota + 1
	DirOutbound
)

type ConnMultiaddrs any

type ConnStats struct{ Direction Direction }

type Conn interface {
	IsClosed() bool
	RemoteMultiaddr() multiaddr.Multiaddr
	RemotePeer() peer.ID
	Stat() ConnStats
}

type Network interface {
	Close() error
	ClosePeer(id peer.ID) error
	Conns() []Conn
	Peers() []peer.ID
}

type Stream interface {
	io.ReadWriteCloser
	Conn() Conn
	Protocol() protocol.ID
	Reset() error
}

type StreamHandler func(Stream)

type ResourceManager any

type NullResourceManager struct{}

func WithDialPeerTimeout(ctx context.Context, _ time.Duration) context.Context { return ctx }
