import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { SendResult } from '../channels/channel.ts'
import { createLedger, type Ledger } from '../testing/ledger.ts'
import { type DeliveryState, isSettled, transitions } from './delivery.schema.ts'
import { applyReceipt } from './receipt.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Step =
  | { kind: 'add' | 'pass' | 'crash' }
  | { kind: 'answer'; result: SendResult }
  | { kind: 'receipt'; state: 'SENT' | 'DELIVERED' | 'FAILED' | 'UNANSWERED'; index: number }
  | { kind: 'wait'; ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>({ kind: 'add' }, { kind: 'pass' }, { kind: 'crash' }),
  fc
    .constantFrom<SendResult>(
      { outcome: 'sent' },
      { outcome: 'delivered' },
      { outcome: 'failed', permanent: true, detail: 'no' },
      { outcome: 'failed', permanent: false, detail: 'busy' },
    )
    .map((result): Step => ({ kind: 'answer', result })),
  fc.record({
    kind: fc.constant('receipt' as const),
    state: fc.constantFrom('SENT' as const, 'DELIVERED' as const, 'FAILED' as const, 'UNANSWERED' as const),
    index: fc.nat(5),
  }),
  fc.constantFrom(1_000, 10_000, 61_000, 4_000_000).map((ms): Step => ({ kind: 'wait', ms })),
)

async function take(ledger: Ledger, one: Step): Promise<void> {
  if (one.kind === 'add') await ledger.add()
  if (one.kind === 'pass') await ledger.pass()
  if (one.kind === 'answer') ledger.channel.script.push(() => one.result)
  if (one.kind === 'wait') await ledger.clock.advance(one.ms)
  if (one.kind === 'crash') await ledger.claim({ limit: 2 })
  if (one.kind === 'receipt') {
    const id = (await ledger.rows())[one.index]?.id
    if (id === undefined) return
    const receipt = { state: one.state, detail: null }
    await ledger.db.transaction((tx) => applyReceipt(tx, ledger.db.now(), { deliveryId: id }, receipt))
  }
}

/** Everywhere a state may have got to in one or more moves. */
function reachable(from: DeliveryState): Set<DeliveryState> {
  const found = new Set<DeliveryState>([from])
  for (const state of found) for (const next of transitions[state]) found.add(next)
  return found
}

test('D2 D3: whatever happens in whatever order, rows move only along the table and nothing stays unsent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const ledger = await createLedger(database)
      const before = new Map<number, DeliveryState>()
      for (const one of steps) {
        await take(ledger, one)
        for (const row of await ledger.rows()) {
          expect([...reachable(before.get(row.id) ?? 'QUEUED')]).toContain(row.state)
          before.set(row.id, row.state)
          expect(row.payload === null).toBe(isSettled(row.state))
          expect(row.leaseUntil !== null).toBe(row.state === 'SENDING')
        }
      }
      ledger.channel.script.length = 0
      await ledger.clock.advance(4_000_000)
      await ledger.pass()
      expect((await ledger.rows()).every((row) => isSettled(row.state))).toBe(true)
    }),
    { numRuns: 25 },
  )
})
