module github.com/celestiaorg/go-square/v3

go 1.23
