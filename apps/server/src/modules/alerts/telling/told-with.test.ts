import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { ClaimedDelivery } from '../../notifications/ledger/delivery.store.ts'
import { addValidator } from '../testing/some-validators.ts'
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

  test('E232: its mail stands in the thread of the jailing, to which its end belongs', async () => {
    const rig = await both()
    const [jailing] = await taken(rig)
    const composed = await rig.ledger.composers.compose(jailing)
    if (!('message' in composed)) throw new Error('it is told')
    expect(composed.message.paragraphs.join(' ')).toMatch(/Also: slashed/)
    expect(composed.message.thread).toMatch(/\/validator:\d+\/201\//)
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

test('E368: a slash that went into a message that was gathering before is told by its jailing, and not again by that', async () => {
  const [three, share] = [1121, 1031]
  const rig = await createFlapping(database, { EMAIL: [jailed, slashed, three, share] })
  const other = await addValidator(database.db.orm, { networkId: 1, operator: 'bob' })
  await database.db.orm.execute(
    "insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, created_at) select user_id, network_id, 'bob', setting_id, channels, created_at from alert_entry where setting_id in (1121, 1031)",
  )
  await rig.happen([three], [other])
  await rig.dispatch()
  await rig.ledger.clock.advance(2_000)
  await rig.happen([share], [other])
  await rig.ledger.clock.advance(2_000)
  await rig.happen([slashed, jailed])
  await rig.dispatch()
  await rig.ledger.clock.advance(15_000)
  await rig.dispatch()
  expect(rig.sent.email.map(({ about }) => about.map(({ settingId }) => settingId))).toEqual([
    [three],
    [jailed, slashed],
    [share],
  ])
})

describe('E280: messages about one thing that are sent at once', () => {
  const [three, ten] = [112, 114]
  const nearJail = { consecutive_missed: 20, seconds_to_jail: 240 }

  /** Blocks missed in a row, and more of them a moment later, each by mail; whoever takes the first one is a moment ahead. */
  async function twoMails(): Promise<{ rig: Flapping; first: ClaimedDelivery; second: ClaimedDelivery }> {
    const rig = await createFlapping(database, { EMAIL: [three * 10 + 1, ten * 10 + 1] })
    await rig.turn(three, true, nearJail)
    const [first] = await rig.ledger.claim({ channel: 'email', lane: 'other' })
    await rig.ledger.clock.advance(100)
    await rig.turn(ten, true, nearJail)
    const [second] = await rig.ledger.claim({ channel: 'email', lane: 'critical' })
    if (first === undefined || second === undefined) throw new Error('both are due')
    return { rig, first, second }
  }

  test('E280: what is being told waits until that is sent, and is told already then', async () => {
    const { rig, first, second } = await twoMails()
    const { composers, outcomes } = rig.ledger
    expect(wordsOf(await composers.compose(second))).toBe('{"nothing":"early"}')
    expect(wordsOf(await composers.compose(first))).toMatch(/jail in/)
    await outcomes.record(first, { state: 'SENT', detail: null, providerId: null })
    expect(wordsOf(await composers.compose(second))).toBe('{"nothing":"recorded"}')
    expect(await rig.rows('email')).toEqual([
      `SENT ${three * 10 + 1}`,
      `SUPPRESSED told_already ${ten * 10 + 1}`,
    ])
  })

  test('E280: where that fails it is told', async () => {
    const { rig, first, second } = await twoMails()
    const { composers, outcomes } = rig.ledger
    expect(wordsOf(await composers.compose(second))).toBe('{"nothing":"early"}')
    await outcomes.record(first, { state: 'FAILED', detail: 'no such mailbox' })
    expect(wordsOf(await composers.compose(second))).toMatch(/jail in/)
  })

  test('E280: whoever dies with them, they are one mail', async () => {
    const { rig } = await twoMails()
    await rig.ledger.clock.advance(61_000)
    await rig.dispatch()
    await rig.ledger.clock.advance(15_000)
    await rig.dispatch()
    expect(rig.sent.email.map(({ about }) => about.length)).toEqual([1])
  })

  test('E280: what is graver does not wait', async () => {
    const rig = await createFlapping(database, { EMAIL: [three * 10 + 1, ten * 10 + 1] })
    await rig.turn(three, true)
    await rig.ledger.claim({ channel: 'email', lane: 'other' })
    await rig.turn(ten, true)
    await rig.dispatch()
    expect(await rig.rows('email')).toEqual([`SENDING ${three * 10 + 1}`, `SENT ${ten * 10 + 1}`])
  })
})
