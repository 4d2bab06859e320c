package libp2pquic

func NewTransport() {}
