import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { NetworkRow } from '../model/watch.schema.ts'
import type { Batch } from '../recording/batch.ts'
import { createWatchLog } from './watch-log.ts'

const row = { networkId: 9, headHeight: 31, height: 30 } as NetworkRow
const batchOf = (blocks: number) =>
  ({ blocks: Array.from({ length: blocks }), events: [] }) as unknown as Batch

test('W203: of what answers and cannot be read the log warns once, with the reason, and again after blocks came between', () => {
  const warnings: unknown[] = []
  const write = (line: string) => {
    const { network, reason } = JSON.parse(line) as { network: number; reason: string }
    warnings.push([network, reason])
  }
  const log = createWatchLog(pino({ level: 'warn' }, { write }), new Registry())
  const inVain = (times: number) => {
    for (let time = 0; time < times; time++) log.unread(9, 'pool commit: block 31 could not be proven')
  }
  inVain(29)
  expect(warnings).toEqual([])
  inVain(100)
  expect(warnings).toEqual([[9, 'pool commit: block 31 could not be proven']])
  log.committed(row, batchOf(0))
  inVain(100)
  expect(warnings).toHaveLength(1)
  log.committed(row, batchOf(1))
  inVain(30)
  expect(warnings).toHaveLength(2)
})
