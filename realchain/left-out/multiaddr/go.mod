module github.com/multiformats/go-multiaddr

go 1.23
