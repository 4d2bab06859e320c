package sec

import (
	"net"

	"github.com/libp2p/go-libp2p/core/peer"
)

type SecureConn interface {
	net.Conn
	RemotePeer() peer.ID
}
