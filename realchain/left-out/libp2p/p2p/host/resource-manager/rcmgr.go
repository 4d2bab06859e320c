package rcmgr

import (
	"errors"

	"github.com/libp2p/go-libp2p/core/network"
)

type LimitVal int

type Limiter any

type ResourceLimits struct {
	Conns, ConnsInbound, ConnsOutbound       LimitVal
	Streams, StreamsInbound, StreamsOutbound LimitVal
}

type PartialLimitConfig struct {
	System, PeerDefault                          ResourceLimits
	Service, ServicePeer, Protocol, ProtocolPeer map[string]ResourceLimits
}

func (PartialLimitConfig) Build(limits ConcreteLimitConfig) ConcreteLimitConfig { return limits }

type ConcreteLimitConfig struct{}

func (ConcreteLimitConfig) ToPartialLimitConfig() PartialLimitConfig { return PartialLimitConfig{} }

type ScalingLimitConfig struct{}

func (*ScalingLimitConfig) AutoScale() ConcreteLimitConfig { return ConcreteLimitConfig{} }

var (
	DefaultLimits  ScalingLimitConfig
	InfiniteLimits ConcreteLimitConfig
)

func NewFixedLimiter(ConcreteLimitConfig) Limiter { return nil }

func NewResourceManager(Limiter) (network.ResourceManager, error) {
	return nil, errors.New("nodes of the test chains are built without libp2p")
}
