module github.com/celestiaorg/rsmt2d

go 1.23
