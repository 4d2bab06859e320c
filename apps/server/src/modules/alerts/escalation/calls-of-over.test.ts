import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConfig } from '../../../testing/test-config.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createNetworks } from '../../networks/networks.public.ts'
import { readHistory } from '../history/read-history.ts'
import { createAlertRig } from '../testing/alert-rig.ts'
import { begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'
import { someOutcome } from '../testing/some-outcome.ts'

const [three, ten] = [112, 114]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const now = ({ ledger }: Flapping) => ledger.clock.now()
const over = (rig: Flapping, began: number) => ({ began_at: began, ended_at: now(rig) })
const calls = ({ sent }: Flapping) => sent.voice.length
async function change(rig: Flapping, set: ReturnType<typeof sql>): Promise<void> {
  await rig.ledger.db.orm.execute(sql`update delivery set ${set} where channel = 'voice'`)
}

describe('D331: a call that waits is ended as soon as all that it is about is over', () => {
  test('one that was not made yet, which the history says at once', async () => {
    const rig = await createFlapping(database, { VOICE: [begins(three)] })
    const began = now(rig)
    await rig.turn(three, true, { began_at: began })
    expect(await rig.rows('voice')).toEqual([`QUEUED ${begins(three)}`])
    await rig.turn(three, false, over(rig, began))
    expect(await rig.rows('voice')).toEqual([`SUPPRESSED over ${begins(three)}`])
    const items = await readHistory(rig.ledger.db, createNetworks(testConfig(database)), {
      ...{ userId: 1, networkId: 1, limit: 10, language: 'en' as const },
    })
    const called = items.flatMap(({ deliveries }) => deliveries).filter(({ channel }) => channel === 'VOICE')
    expect(called.map(({ state, attempts, detail }) => [state, attempts, detail])).toEqual([
      ['SUPPRESSED', 0, 'over'],
    ])
    await rig.dispatch()
    expect(calls(rig)).toBe(0)
  })

  test.each([
    ['for another call to the number', 'waiting: another call to this number is under way', 'over'],
    ['to be made again', 'Twilio: busy', 'Twilio: busy; over'],
    ['for the end of quiet hours', 'quiet_hours', 'over'],
  ])('one that waits %s', async (_which, detail, said) => {
    const rig = await createFlapping(database, { VOICE: [begins(three)] })
    const began = now(rig)
    await rig.turn(three, true, { began_at: began })
    const isMade = detail.startsWith('Twilio')
    const later = sql`${rig.ledger.db.now()} + interval '2 minutes'`
    await change(rig, sql`detail = ${detail}, due_at = ${later}`)
    if (detail === 'quiet_hours') await change(rig, sql`waits_until = ${later}, waits_beside = '1'`)
    if (isMade) await change(rig, sql`attempts = 1, ended_attempts = 1, ended_ids = '{CA1}'`)
    await rig.turn(three, false, over(rig, began))
    expect(await rig.rows('voice')).toEqual([`SUPPRESSED ${said} ${begins(three)}`])
  })

  test('of several things once the last of them is over', async () => {
    const rig = await createFlapping(database, { VOICE: [begins(three)], EMAIL: [begins(ten)] })
    const began = now(rig)
    await rig.turn(three, true, { began_at: began })
    const other = await rig.turn(ten, true, { began_at: began })
    await rig.ledger.db.orm.execute(sql`
      insert into delivery_also select id, ${String(other)} from delivery where channel = 'voice'`)
    await rig.turn(three, false, over(rig, began))
    expect(await rig.rows('voice')).toEqual([`QUEUED ${begins(three)},${begins(ten)}`])
    await rig.turn(ten, false, over(rig, began))
    expect(await rig.rows('voice')).toEqual([`SUPPRESSED over ${begins(three)},${begins(ten)}`])
  })

  test('a call about the end itself is made, and so is one about what goes on', async () => {
    const rig = await createFlapping(database, { VOICE: [begins(three), ends(three), begins(ten)] })
    const began = now(rig)
    await rig.turn(three, true, { began_at: began })
    await rig.turn(ten, true, { began_at: began })
    await rig.turn(three, false, over(rig, began))
    expect(await rig.rows('voice')).toEqual([
      `SUPPRESSED over ${begins(three)}`,
      `QUEUED ${begins(ten)}`,
      `QUEUED ${ends(three)}`,
    ])
  })

  test('what was over as soon as it was decided, as of blocks that were read late', async () => {
    const rig = await createFlapping(database, { VOICE: [begins(three)] })
    const { db } = rig.ledger
    const { rows } = await db.orm.execute<{ id: number }>(sql`select id from watch_validator`)
    const id = rows[0]?.id ?? 0
    const target = { key: `validator:${id}` as const, type: 'VALIDATOR' as const, id }
    const decided = [begins(three), ends(three)].map((settingId, index) => ({
      ...someOutcome({ settingId, target, height: 7 + index, key: `1/${target.key}/${settingId}/1@7#7` }),
      kind: index === 0 ? ('BEGAN' as const) : ('ENDED' as const),
    }))
    await db.transaction((tx) => createAlertRig(db).raise(tx, 1, decided, deciding.begin(1)))
    expect(await rig.rows('voice')).toEqual([`SUPPRESSED over ${begins(three)}`])
  })

  test('what somebody has taken to call it is left to them, who find that there is nothing to say', async () => {
    const rig = await createFlapping(database, { VOICE: [begins(three)] })
    const began = now(rig)
    await rig.turn(three, true, { began_at: began })
    await rig.die()
    await rig.turn(three, false, over(rig, began))
    expect(await rig.rows('voice')).toEqual([`SENDING ${begins(three)}`])
    await rig.ledger.clock.advance(2 * 60_000)
    await rig.dispatch()
    expect(await rig.rows('voice')).toEqual([`SUPPRESSED over ${begins(three)}`])
    expect(calls(rig)).toBe(0)
  })
})
