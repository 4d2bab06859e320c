// Package roaring stands for compressed bitmaps, which come with 140 MB of data for their tests. The SDK has sets of
// transactions of one block in them where it runs these side by side, which nodes of the tests are not told to.
package roaring

import "slices"

// Bitmap is a set of numbers in order.
type Bitmap struct{ sorted []uint32 }

func (b *Bitmap) Add(number uint32) {
	if at, found := slices.BinarySearch(b.sorted, number); !found {
		b.sorted = slices.Insert(b.sorted, at, number)
	}
}

func (b *Bitmap) Remove(number uint32) {
	if at, found := slices.BinarySearch(b.sorted, number); found {
		b.sorted = slices.Delete(b.sorted, at, at+1)
	}
}

func (b *Bitmap) IsEmpty() bool { return len(b.sorted) == 0 }

func (b *Bitmap) Maximum() uint32 { return b.sorted[len(b.sorted)-1] }

// PreviousValue is the largest that is not above `number`, or -1.
func (b *Bitmap) PreviousValue(number uint32) int64 {
	at, found := slices.BinarySearch(b.sorted, number)
	if found {
		return int64(number)
	}
	if at == 0 {
		return -1
	}
	return int64(b.sorted[at-1])
}
