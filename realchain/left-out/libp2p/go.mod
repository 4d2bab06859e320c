module github.com/libp2p/go-libp2p

go 1.23

require github.com/multiformats/go-multiaddr v0.16.1
