import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { ClaimedDelivery } from '../../notifications/ledger/delivery.store.ts'
import { createFlapping, type Flapping } from '../testing/flapping.ts'
import { addValidator } from '../testing/some-validators.ts'

const jailed = 2011
const second = 1_000
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function taken({ ledger }: Flapping): Promise<ClaimedDelivery> {
  const [row] = await ledger.claim({ channel: 'voice', lane: 'critical' })
  if (row === undefined) throw new Error('a call is due')
  return row
}

/** One is called about in vain, and would be called again; another one was jailed since, and its call is due. */
async function oneInVain(): Promise<Flapping> {
  const rig = await createFlapping(database, { VOICE: [jailed] })
  await rig.happen([jailed])
  const first = await taken(rig)
  await rig.ledger.outcomes.record(first, { state: 'SENT', detail: null, providerId: 'CA1' })
  await rig.ledger.outcomes.recordReceipt(
    { deliveryId: first.id },
    { state: 'UNANSWERED', detail: 'Twilio: busy', providerId: 'CA1' },
  )
  await rig.ledger.clock.advance(20 * second)
  const other = await addValidator(database.db.orm, { networkId: 1, operator: 'grace' })
  await rig.happen([jailed], [other])
  return rig
}

const both = `${jailed},${jailed}`
const inVain = `SUPPRESSED Twilio: busy; told_already ${jailed}`

test('E406: whoever dies with the call that tells both takes neither with them', async () => {
  const rig = await oneInVain()
  const composed = await rig.ledger.composers.compose(await taken(rig))
  expect('message' in composed && composed.message.paragraphs.join(' ')).toMatch(/ada.*grace|grace.*ada/)
  await rig.ledger.clock.advance(61 * second)
  await rig.dispatch()
  expect(rig.sent.voice.map(({ about }) => about.length)).toEqual([2])
  expect((await rig.rows('voice')).toSorted()).toEqual([`SENT ${both}`, inVain])
  // Nor is either called by itself when the first would have been made again.
  await rig.ledger.clock.advance(5 * 60 * second)
  await rig.dispatch()
  expect(rig.sent.voice).toHaveLength(1)
})

test('E406: what may be ringing is left alone', async () => {
  const rig = await oneInVain()
  await rig.ledger.clock.advance(100 * second)
  // The first is taken to be made again, and nobody knows what came of it.
  const [again, fresh] = (await rig.ledger.claim({ channel: 'voice', lane: 'critical', limit: 2 })).toSorted(
    (a, b) => a.id - b.id,
  )
  if (again === undefined || fresh === undefined) throw new Error('both are due')
  const composed = await rig.ledger.composers.compose(fresh)
  expect('message' in composed && composed.message.paragraphs.join(' ')).not.toMatch(/ada/)
  expect((await rig.rows('voice')).toSorted()).toEqual([
    expect.stringMatching(/^SENDING/),
    expect.stringMatching(/^SENDING/),
  ])
})
