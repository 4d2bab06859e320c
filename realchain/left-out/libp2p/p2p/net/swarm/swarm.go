package swarm

import "errors"

var (
	ErrAllDialsFailed  = errors.New("all dials failed")
	ErrNoGoodAddresses = errors.New("no good addresses")
)
