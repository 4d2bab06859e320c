package control

type DisconnectReason int
