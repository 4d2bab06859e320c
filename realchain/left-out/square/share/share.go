// Package share has what constants of celestia-app are made of. No square is laid out here.
package share

const (
	ShareVersionZero = uint8(0)
	MinSquareSize    = 1
	MinShareCount    = 1
)

var SupportedShareVersions = []uint8{ShareVersionZero}
