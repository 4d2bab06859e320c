package connmgr

type ConnectionGater any
