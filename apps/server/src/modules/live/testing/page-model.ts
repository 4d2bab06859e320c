import { afterBlocks, type LiveEvent } from '@roundsman/contract/live/live'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { ParsedEvent } from './parse-events.ts'

/** What a page makes of the list and the stream, by the rules of L2 and nothing else. */
interface PageModel {
  /** The list call's answer. */
  takeList(rows: readonly Validator[], seq: number): void
  take(events: readonly ParsedEvent[]): void
  rows(): Validator[]
  lastEventId(): number | null
}

export function createPageModel(): PageModel {
  let rows = new Map<number, Validator>()
  let seq = -1
  let helloSeq = -1
  let lastEventId: number | null = null

  function takeEvent(one: LiveEvent): void {
    if (one.event === 'hello') {
      helloSeq = one.data.seq
      // Of a process that is behind the one before it: the whole rows that follow are taken. One that goes on has none.
      if (helloSeq !== lastEventId && helloSeq < seq) seq = helloSeq
    }
    if (one.event === 'height' && one.data.seq > seq) {
      const step = afterBlocks(one.data.blocks)
      rows = new Map([...rows].map(([id, row]) => [id, step(row)]))
      seq = one.data.seq
    }
    if (one.event === 'validators' && one.data.seq >= seq) {
      if (one.data.seq === helloSeq) rows = new Map()
      for (const change of one.data.changed)
        rows.set(change.id, { ...rows.get(change.id), ...change } as Validator)
      for (const id of one.data.removed) rows.delete(id)
      seq = one.data.seq
    }
  }

  return {
    takeList(list, listSeq) {
      rows = new Map(list.map((row) => [row.id, row]))
      seq = listSeq
    },
    take(events) {
      for (const one of events) {
        takeEvent(one as unknown as LiveEvent)
        if (one.id !== null) lastEventId = Number(one.id)
      }
    },
    rows: () => [...rows.values()].sort((a, b) => a.id - b.id),
    lastEventId: () => lastEventId,
  }
}
