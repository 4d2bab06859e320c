import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { LoopOptions } from '../../../platform/loop.ts'
import type { Ledger } from '../testing/ledger.ts'
import { withLedgers } from '../testing/ledger-of-each-test.ts'
import { createSending } from './dispatcher.ts'

let ledger: Ledger
let loops: Map<string, LoopOptions>
let woken: string[]
withLedgers((fresh) => {
  ledger = fresh
  loops = new Map()
  woken = []
  createSending(
    {
      db: ledger.db,
      clock: ledger.clock,
      log: pino({ enabled: false }),
      createLoop: (options) => {
        loops.set(options.name, options)
        return {
          name: options.name,
          start: () => undefined,
          stop: () => Promise.resolve(),
          wake: () => void woken.push(options.name),
        }
      },
    },
    {
      attempt: async () => 'unknown',
      budgets: ledger.budgets,
      buckets: ledger.buckets,
      lines: ledger.lines,
      worker: 'own',
    },
    [ledger.channel],
  )
})

const pass = async (name: string) => loops.get(`dispatch-${name}`)?.pass(new AbortController().signal)
const allIdle = () => Promise.all(['account', 'critical', 'other'].map((lane) => pass(`email-${lane}`)))

test('B138: idle lanes look by themselves once a minute, and one statement a second asks for all of them', async () => {
  expect(await allIdle()).toEqual([60_000, 60_000, 60_000])
  expect(loops.get('dispatch-due')?.everyMs).toBe(1_000)
  await pass('due')
  expect(woken).toEqual([])
})

test('B138: what becomes due without a hint wakes its lane within the second, and so does a lease that ran out', async () => {
  await allIdle()
  await ledger.add()
  await ledger.db.orm.execute("update delivery set due_at = due_at + interval '5 seconds'")
  await pass('due')
  expect(woken).toEqual([])
  await ledger.clock.advance(5_000)
  await pass('due')
  expect(woken).toEqual(['dispatch-email-account'])
  await ledger.claim({ leaseMs: 60_000 })
  await pass('due')
  expect(woken).toHaveLength(1)
  await ledger.clock.advance(60_001)
  await pass('due')
  expect(woken).toEqual(['dispatch-email-account', 'dispatch-email-account'])
})

test('B138: a lane that failed pauses for longer and longer, and is not woken each second', async () => {
  await allIdle()
  await ledger.add()
  const { db } = ledger.test
  await db.orm.execute('alter table delivery rename to delivery_away')
  await expect(pass('email-account')).rejects.toThrow('delivery')
  await db.orm.execute('alter table delivery_away rename to delivery')
  await pass('due')
  expect(woken).toEqual([])
})
