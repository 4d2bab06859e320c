package ping

import (
	"context"
	"time"

	"github.com/libp2p/go-libp2p/core/host"
	"github.com/libp2p/go-libp2p/core/peer"
)

type Result struct {
	RTT   time.Duration
	Error error
}

func Ping(context.Context, host.Host, peer.ID) <-chan Result { return nil }
