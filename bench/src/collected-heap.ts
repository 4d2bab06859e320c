import type { Child } from './child.ts'

const FULL = /^\[\d+:(0x[0-9a-f]+)\].*Mark-Compact.*-> ([\d.]+) \(/

/** What is left after full collections of a program that was started with `--trace-gc`, by the heaps of its threads. */
interface CollectedHeap {
  /** MiB in all heaps after their last full collection; null while there was none. */
  mebibytes(): number | null
}

export function watchCollections(child: Child): CollectedHeap {
  const heaps = new Map<string, number>()
  // Maps no line to anything, so that it goes on reading; it ends with the child, which is no fault here.
  child
    .line((line) => {
      const [, heap, left] = FULL.exec(line) ?? []
      if (heap !== undefined) heaps.set(heap, Number(left))
      return undefined
    })
    .catch(() => undefined)
  return {
    mebibytes: () => (heaps.size === 0 ? null : [...heaps.values()].reduce((sum, each) => sum + each, 0)),
  }
}
