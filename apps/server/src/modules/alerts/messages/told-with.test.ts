import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { ClaimedDelivery } from '../../notifications/ledger/delivery.store.ts'
import { createFlapping, type Flapping } from '../testing/flapping.ts'

const [jailed, slashed] = [2011, 5211]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Jailed and slashed in one moment, each with a mail of its own; both are due. */
async function both(): Promise<Flapping> {
  const rig = await createFlapping(database, { EMAIL: [jailed, slashed] })
  await rig.happen([slashed, jailed])
  await rig.ledger.clock.advance(15_000)
  expect(await rig.rows('email')).toEqual([`QUEUED ${jailed}`, `QUEUED ${slashed}`])
  return rig
}

/** Two workers take them at once: the jailing, the slash. */
async function taken({ ledger }: Flapping): Promise<[ClaimedDelivery, ClaimedDelivery]> {
  const rows = await ledger.claim({ channel: 'email', lane: 'critical' })
  const [jailing, slash] = rows.toSorted((a, b) => a.id - b.id)
  if (jailing === undefined || slash === undefined) throw new Error('both are due')
  return [jailing, slash]
}

const wordsOf = (composed: Awaited<ReturnType<Flapping['ledger']['composers']['compose']>>) =>
  'message' in composed ? composed.message.paragraphs.join(' ') : JSON.stringify(composed)

describe('E278: a slash and its jailing that are sent at once', () => {
  test('E278: the message of the jailing alone tells the slash, whichever is composed first', async () => {
    for (const isSlashFirst of [true, false]) {
      const rig = await both()
      const { composers, outcomes } = rig.ledger
      const [jailing, slash] = await taken(rig)
      const early = isSlashFirst ? wordsOf(await composers.compose(slash)) : null
      expect(wordsOf(await composers.compose(jailing))).toMatch(/Also: slashed/)
      expect(early ?? wordsOf(await composers.compose(slash))).toBe('{"nothing":"early"}')
      await outcomes.record(jailing, { state: 'SENT', detail: null, providerId: null })
      expect(wordsOf(await composers.compose(slash))).toBe('{"nothing":"recorded"}')
      expect(await rig.rows('email')).toEqual([
        `SENT ${jailed},${slashed}`,
        `SUPPRESSED told_already ${slashed}`,
      ])
    }
  })

  test('E278: whoever dies with the message of the jailing takes nothing with them', async () => {
    const rig = await both()
    const [jailing, slash] = await taken(rig)
    await rig.ledger.composers.compose(jailing)
    await rig.ledger.composers.compose(slash)
    await rig.ledger.clock.advance(61_000)
    await rig.dispatch()
    await rig.ledger.clock.advance(15_000)
    await rig.dispatch()
    expect(rig.sent.email.map(({ text }) => text.includes('Also: slashed'))).toEqual([true])
    expect(await rig.rows('email')).toEqual([
      `SENT ${jailed},${slashed}`,
      `SUPPRESSED told_already ${slashed}`,
    ])
  })

  test('E278: a slash that was being sent before its jailing was due is not told by that', async () => {
    const rig = await createFlapping(database, { EMAIL: [jailed, slashed] })
    await rig.happen([slashed, jailed])
    const { ledger } = rig
    await ledger.db.orm.execute(
      "update delivery d set due_at = case when a.setting_id = 5211 then d.created_at else d.created_at + interval '5 s' end from alert a where a.id::text = d.reference",
    )
    const [slash] = await ledger.claim({ channel: 'email', lane: 'critical' })
    if (slash === undefined) throw new Error('it is due')
    expect(wordsOf(await ledger.composers.compose(slash))).toMatch(/slashed/i)
    await ledger.clock.advance(6_000)
    const [jailing] = await ledger.claim({ channel: 'email', lane: 'critical' })
    if (jailing === undefined) throw new Error('it is due')
    expect(wordsOf(await ledger.composers.compose(jailing))).not.toMatch(/slashed/i)
    await ledger.outcomes.record(slash, { state: 'SENT', detail: null, providerId: null })
    expect(await rig.rows('email')).toEqual([`SENDING ${jailed}`, `SENT ${slashed}`])
  })
})
