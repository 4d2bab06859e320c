package protocol

type ID string
