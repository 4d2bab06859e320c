package noise

import (
	"context"
	"errors"
	"net"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/libp2p/go-libp2p/core/sec"
)

var errRefused = errors.New("nodes of the test chains are built without libp2p")

const ID = "/noise"

type Transport struct{}

func New(protocol.ID, crypto.PrivKey, []any) (*Transport, error) { return nil, errRefused }

func (*Transport) SecureInbound(context.Context, net.Conn, peer.ID) (sec.SecureConn, error) {
	return nil, errRefused
}
