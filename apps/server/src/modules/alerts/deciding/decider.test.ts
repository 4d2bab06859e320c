import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Participant } from '../../watch/watch.public.ts'
import { createSimRig, type SimRig } from '../../watch/testing/sim-rig.ts'
import {
  createAlertRig,
  ledgerLines,
  subscribe,
  type AlertRig,
  reportedAlerts,
} from '../testing/alert-rig.ts'

let database: TestDatabase
let rig: SimRig
let alertRig: AlertRig
/** Throws once, after everybody else has written, when it is asked to take in this height. */
let failsAt: number | null

const jailed = 2011
const unjailed = 2012
const missedThree = 1121
const signsAgain = 1122
const missedOne = 1111
const halted = 9011
const running = 9012
const unseen = 9311
/** Long enough that missing jails nobody. */
const roomy = smallProfile({}, { signedBlocksWindow: 1_000 })

const fragile: Participant = {
  name: 'fragile',
  commit(_tx, { heights }) {
    if (!heights.some(({ height }) => height === failsAt)) return Promise.resolve()
    failsAt = null
    return Promise.reject(new Error('not this one'))
  },
}

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  failsAt = null
  await database.db.orm.execute(
    sql`truncate user_account, alert_entry, alert_recipient, delivery restart identity cascade`,
  )
  alertRig = createAlertRig(database.db)
})
afterEach(() => rig.close())
afterAll(() => database.drop())

type Options = NonNullable<Parameters<typeof createSimRig>[0]>
const open = async (options: Options) =>
  createSimRig({ database, participants: [alertRig.participant, fragile], ...options })
const all = { email: 'all@example.org', settings: [jailed, unjailed, missedThree, signsAgain] }
const downFor = (at: number, blocks: number) => [{ at, what: 'down' as const, validator: 1, blocks }]

describe('what is decided', () => {
  test('E80: an alert is there with the change that caused it, at the chain’s own height and time, or not at all', async () => {
    rig = await open({ script: [{ at: 25, what: 'jail', validator: 2 }] })
    await rig.to(20)
    await subscribe(database.db, all)
    failsAt = 30
    await expect(rig.to(48)).rejects.toThrow('not this one')
    const known = async () => (await rig.events()).filter((event) => event.startsWith('jailed')).length
    expect((await reportedAlerts(database.db)).length).toBe(await known())
    await rig.to(48)
    expect(await known()).toBe(1)
    const moniker = rig.chain.view().chain.roster[2]?.moniker
    const { rows } = await database.db.orm.execute<{ assurance: string }>(
      sql`select assurance from watch_event where kind = 'jailed'`,
    )
    const [{ assurance } = { assurance: null }] = rows
    const alerts = (await reportedAlerts(database.db)).filter(({ setting }) => setting === jailed)
    expect(alerts).toMatchObject([
      { height: 25, name: moniker, severity: 'CRITICAL', assurance, waits: false, held: null },
    ])
    expect(await ledgerLines(database.db)).toContain('1 email all@example.org QUEUED')
  })

  test('E87: the validator’s last letters up to the block are kept with it', async () => {
    rig = await open({ profile: roomy, script: downFor(30, 5) })
    await rig.to(20)
    await subscribe(database.db, { email: 'all@example.org', settings: [missedThree] })
    await rig.to(40)
    const { rows } = await database.db.orm.execute<{
      height: number
      signatures: { from_height: number; letters: string }
    }>(sql`select height::int, evidence->'signatures' as signatures from alert`)
    const [{ height, signatures } = { height: 0, signatures: { from_height: 0, letters: '' } }] = rows
    expect(height).toBe(32)
    expect(signatures.letters).toMatch(/[sp]mmm$/)
    expect(signatures.letters.length).toBeGreaterThan(20)
    expect(signatures.from_height + signatures.letters.length - 1).toBe(height)
  })

  test('E80: whatever ends in between, a process or a transaction, the same is reported, once', async () => {
    const script = [
      ...downFor(14, 5),
      { at: 16, what: 'jail' as const, validator: 2 },
      { at: 24, what: 'unjail' as const, validator: 2 },
      { at: 20, what: 'absent' as const, validator: 3, blocks: 4 },
    ]
    let startsAt: number | undefined
    const run = async (disturb: (height: number) => Promise<void>) => {
      await database.db.orm.execute(
        sql`truncate alert_entry, alert_recipient, delivery restart identity cascade`,
      )
      alertRig.restart()
      rig = await open({ profile: roomy, script, startsAt })
      startsAt ??= rig.clock.now()
      await rig.to(10)
      await subscribe(database.db, all)
      for (let height = 11; height <= 46; height += 1) {
        await disturb(height)
      }
      failsAt = null
      await rig.to(48)
      const reported = await reportedAlerts(database.db)
      const ledger = await ledgerLines(database.db)
      // By which state an un-jailing is first seen is a matter of when it was asked for.
      const lines = reported.map(({ setting, name, height, at }) =>
        setting === unjailed ? [setting, name] : [setting, name, height, at],
      )
      return {
        lines: lines.map(String).sort(),
        kinds: reported.map(({ setting }) => setting).sort(),
        ledger: ledger.length,
      }
    }
    const whole = await run((height) => rig.to(height))
    expect(whole.kinds).toEqual([missedThree, missedThree, signsAgain, signsAgain, jailed, unjailed].sort())
    await rig.close()
    const disturbed = await run(async (height) => {
      if (height % 3 === 0) alertRig.restart()
      if (height % 4 === 0) failsAt = height - 1
      await rig.to(height).catch(() => undefined)
    })
    expect(disturbed).toEqual(whole)
  })

  test('E80: what happened while nobody watched is reported once, by the chain’s own time; what was so at first, never', async () => {
    rig = await open({
      profile: roomy,
      script: [
        { at: 10, what: 'jail', validator: 4 },
        { at: 40, what: 'jail', validator: 2 },
      ],
    })
    await subscribe(database.db, all)
    // The first that is ever seen of the chain is that one of them is in jail.
    await rig.clock.advance(29_000)
    await rig.poll()
    expect(await reportedAlerts(database.db)).toEqual([])
    await rig.clock.advance(30_000)
    alertRig.restart()
    await rig.poll()
    await rig.to(90)
    const reported = await reportedAlerts(database.db)
    expect(reported.map(({ setting, height }) => [setting, height])).toEqual([[jailed, 40]])
  })

  test('E81: what nobody wants to be notified of leaves no alert', async () => {
    rig = await open({ profile: roomy, script: downFor(30, 5) })
    await subscribe(database.db, { ...all, settings: [missedOne], validatorKey: 'somebody else' })
    await subscribe(database.db, { ...all, settings: [missedOne], networkId: 8 })
    await rig.to(60)
    expect(await reportedAlerts(database.db)).toEqual([])
  })

  test('E82, E270: that a chain stands still, and that nobody sees it, is decided by time alone, and so is its end', async () => {
    rig = await open({})
    await rig.to(20)
    await subscribe(database.db, { email: 'net@example.org', settings: [halted, running, unseen, 9312] })
    await rig.writer.tick(false)
    rig.chain.halt()
    const passes = async (seconds: number, every = 5) => {
      for (let second = 0; second < seconds; second += every) {
        await rig.poll(every * 1_000)
        await rig.writer.tick(false)
      }
    }
    await passes(55)
    expect(await reportedAlerts(database.db)).toEqual([])
    await passes(15)
    const [first, ...others] = await reportedAlerts(database.db)
    // The block that the page says it stopped at.
    expect([first?.setting, first?.height, others]).toEqual([
      ...[halted, (await rig.view()).row()?.headHeight, []],
    ])
    rig.chain.resume()
    await passes(15)
    expect((await reportedAlerts(database.db)).map(({ setting }) => setting)).toEqual([halted, running])
    for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [{ kind: 'html' }])
    await passes(330, 30)
    for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [])
    await passes(60, 15)
    const reported = await reportedAlerts(database.db)
    expect(reported.map(({ setting, name }) => [setting, name])).toEqual([
      [halted, null],
      [running, null],
      [unseen, null],
      [9312, null],
    ])
  })

  test('W191: an ordinary block is decided in one statement; where what is stored is newer than what is remembered, from that', async () => {
    const statements: string[] = []
    const noting: Participant = {
      ...alertRig.participant,
      commit: (tx, change) => alertRig.participant.commit(notedIn(tx, statements), change),
    }
    rig = await open({ participants: [noting], profile: roomy })
    const step = async () => {
      const { rows } = await database.db.orm.execute<{ step: number }>(
        sql`select (head->>'step')::int as step from alert_network`,
      )
      return rows[0]?.step ?? 0
    }
    await rig.to(20)
    const before = await step()
    const heightBefore = (await rig.view()).row()?.height ?? 0
    statements.length = 0
    // One after the other, so that a state is read with none of them.
    await rig.poll(1_000)
    expect(((await rig.view()).row()?.height ?? 0) - heightBefore).toBe(1)
    expect(statements).toEqual(['execute'])
    expect(await step()).toBe(before + 1)
    await database.db.orm.execute(
      sql`update alert_network set head = jsonb_set(head, '{step}', to_jsonb(${before + 1_000}::int))`,
    )
    await rig.poll(1_000)
    expect(await step()).toBeGreaterThan(before + 1_000)
  })

  test('E82: another process that has the network now leaves this one nothing to decide', async () => {
    rig = await open({})
    await rig.to(5)
    expect(await rig.writer.tick(false)).toBe(true)
    await database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
    await rig.process('two').follower.pass(new AbortController().signal)
    expect(await rig.writer.tick(false)).toBe(false)
  })

  test('E83: while the network itself is in trouble, what is about misses is kept with the reason and sent to nobody', async () => {
    const absent = [0, 1, 2, 3, 4].map((validator) => ({
      at: 30,
      what: 'absent' as const,
      validator,
      blocks: 4,
    }))
    rig = await open({ profile: roomy, script: absent.slice(0, 3) })
    await rig.to(20)
    await subscribe(database.db, { email: 'all@example.org', settings: [missedThree] })
    await rig.to(50)
    const reported = await reportedAlerts(database.db)
    expect(reported.map(({ held }) => held)).toEqual(['MASS_MISS', 'MASS_MISS', 'MASS_MISS'])
    expect(await ledgerLines(database.db)).toEqual(
      reported.map(({ id }) => `${id} email all@example.org SUPPRESSED mass_miss`),
    )
  })
})

/** The same transaction; what is asked of it is noted as it is begun. */
function notedIn(tx: Tx, statements: string[]): Tx {
  return new Proxy(tx, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        statements.push(String(key))
        return Reflect.apply(value, target, args) as unknown
      }
    },
  })
}
