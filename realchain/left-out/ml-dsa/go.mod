module github.com/cloudflare/circl

go 1.23
