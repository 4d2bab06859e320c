import { governance } from '@roundsman/alerting/governance'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { alert } from '../../alerts/alerts.schema.ts'
import { createGovernanceDecider } from '../../alerts/deciding/governance-decider.ts'
import { readGovernance } from '../../alerts/deciding/governance.store.ts'
import { alertStatusesOf } from '../../alerts/history/alert-status.ts'
import { createAlertRig, ledgerLines, subscribe } from '../../alerts/testing/alert-rig.ts'
import { addValidator } from '../../alerts/testing/some-validators.ts'
import type { ChainCompanion, CompanionChain } from '../../watch/watch.public.ts'
import { createGovernanceCompanion } from '../reading/companion.ts'
import { createGovernanceLog } from '../reading/governance-log.ts'
import { createWatched } from '../reading/watched.ts'
import { day, someProposal, start, yes } from '../testing/some-proposal.ts'
import { createVotingChain, type VotingChain } from '../testing/voting-chain.ts'
import { createGovernanceDeciding } from './governance-deciding.ts'

const minute = 60_000
const hour = 60 * minute
const email = 'a@example.org'
const end = start + 7 * day
const beginnings = [
  10_011, 10_021, 10_111, 10_121, 10_131, 10_211, 10_221, 11_011, 11_021, 11_031, 11_041, 11_111,
]
const ends = [11_012, 11_022, 11_032, 11_042]

let database: TestDatabase
let ids: number[]
let clock: ManualClock
let chain: VotingChain
let companion: ChainCompanion
/** What goes wrong in the transaction that decides, after everything was written. */
let breaks: () => void
/** What goes wrong once a transaction is committed, before anybody hears of it. */
let afterCommit: () => void
/** Settings whose alerts could not be written. */
let dropped: (number | null)[]

beforeAll(async () => {
  database = await createTestDatabase()
  ids = [
    await addValidator(database.db.orm, { operator: 'ada' }),
    await addValidator(database.db.orm, { operator: 'bob' }),
  ]
})
beforeEach(async () => {
  await database.db.orm.execute(sql`
    TRUNCATE governance_proposal, governance_vote, governance_signal, governance_upgrade, alert_governance, alert_matter,
             user_account, alert_entry, alert_recipient, alert, delivery RESTART IDENTITY CASCADE`)
  clock = createManualClock()
  chain = createVotingChain(clock, database, ['ada', 'bob'], ids)
  breaks = () => undefined
  afterCommit = () => undefined
  dropped = []
  await subscribe(database.db, { email, settings: [...beginnings, ...ends], networkId: 1 })
  begin()
})
afterAll(() => database.drop())

/** A process, or another one after it. */
function begin(): void {
  const { raise } = createAlertRig(database.db)
  const log = createGovernanceLog(pino({ enabled: false }), new Registry(), clock)
  const decider = createGovernanceDecider({
    raise,
    log: { dropped: (_network, { settingId }) => void dropped.push(settingId) },
  })
  const alerts: typeof decider = {
    ...decider,
    async decide(...args) {
      const committed = await decider.decide(...args)
      breaks()
      return committed
    },
  }
  companion = createGovernanceCompanion({
    ...{ db: database.db, clock, createReader: () => chain.reader, log },
    watched: createWatched(
      () => Promise.resolve(new Map([[1, { ids: new Set(ids), keys: new Set(), isEvery: false }]])),
      clock,
    ),
    deciding: createGovernanceDeciding({
      db: database.db,
      alerts,
      networks: { byId: () => null },
      clock,
      log,
    }),
  })
}

/** Looks as its loop would for a while, as it is once the chain's clock says so. */
async function at(time: number, forMs = 90_000): Promise<string[]> {
  await clock.advance(Math.max(0, time - chain.newest().header.time))
  const until = clock.monotonic() + forMs
  let next = clock.monotonic()
  while (clock.monotonic() < until) {
    companion.saw?.(chain.now(), chain.newest())
    if (clock.monotonic() >= next) next = clock.monotonic() + (await companion.look(heard(chain.now())))
    await clock.advance(1_000)
  }
  return told()
}

/** As the companion has it, which hears of a commit or not. */
function heard(now: CompanionChain): CompanionChain {
  return {
    ...now,
    write: async (work) => {
      const isHeld = await now.write(work)
      afterCommit()
      return isHeld
    },
  }
}

/** What was told since it was last asked: `10011 network:7`, of a validator with its name. */
async function told(): Promise<string[]> {
  const { rows } = await database.db.orm.execute<{ id: number; line: string }>(sql`
    SELECT id::int, concat_ws(' ', setting_id, target_name, evidence->>'proposal_id', evidence->>'version') AS line
    FROM alert WHERE id > ${seen} ORDER BY setting_id, id`)
  seen = Math.max(seen, ...rows.map(({ id }) => id))
  return rows.map(({ line }) => line)
}
let seen = 0
beforeEach(() => {
  seen = 0
})
const quorum = { title: 'Raise the limit', quorum: 0.334 }

describe('V20: from the chain to the alert', () => {
  test('V20, V23: a proposal enters voting, one of two votes, the other is told at each step, and it passes', async () => {
    expect(await at(start)).toEqual([])
    chain.proposals = [someProposal()]
    expect(await at(start + minute)).toEqual(['10011 7'])
    chain.votes.set('ada', yes)
    expect(await at(end - 73 * hour)).toEqual(['11111 ada 7'])
    expect(await at(end - 71 * hour)).toEqual(['11011 bob 7'])
    expect(await at(end - 23 * hour)).toEqual(['11021 bob 7'])
    expect(await at(end - 5 * hour)).toEqual(['11031 bob 7'])
    expect(await at(end - 30 * minute)).toEqual(['11041 bob 7'])
    chain.votes.set('bob', { ...yes, options: [{ option: 'NO', weight: '1.0' }] })
    expect(await at(end - 20 * minute)).toEqual([
      '11012 bob 7',
      '11022 bob 7',
      '11032 bob 7',
      '11042 bob 7',
      '11111 bob 7',
    ])
    chain.proposals = [someProposal({ status: 'PASSED' })]
    expect(await at(end + minute)).toEqual(['10111 7'])
    expect(await at(end + hour)).toEqual([])
    const { rows } = await database.db.orm.execute<{ evidence: Record<string, unknown> }>(
      sql`SELECT evidence FROM alert WHERE setting_id = 11111 ORDER BY id`,
    )
    expect(rows[1]?.evidence).toMatchObject({
      ...{ ...quorum, proposal_id: 7, turnout: 0.4, voting_end_at: new Date(end).toISOString() },
      vote: [{ option: 'NO', weight: 1 }],
    })
    // Each is in one message, beside others where they come within minutes.
    const { rows: mailed } = await database.db.orm.execute<{ reference: string }>(sql`
      SELECT reference FROM delivery UNION ALL SELECT reference FROM delivery_also ORDER BY 1`)
    expect(mailed.map(({ reference }) => Number(reference)).sort((x, y) => x - y)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })

  test('V22: an expedited one that fails is told anew, and who had voted has not', async () => {
    await at(start)
    const soon = start + day
    chain.proposals = [someProposal({ isExpedited: true, votingEndAt: soon })]
    chain.votes.set('ada', yes)
    expect(await at(start + minute)).toEqual(['10011 7', '11011 bob 7', '11021 bob 7', '11111 ada 7'])
    chain.proposals = [someProposal()]
    chain.votes.clear()
    expect(await at(soon + minute, 4 * minute)).toEqual(['10011 7', '11012 bob 7', '11022 bob 7'])
    expect(await at(end - 71 * hour)).toEqual(['11011 ada 7', '11011 bob 7'])
  })

  test('V24: an endpoint that answers nothing is never a vote that is missing, nor one that is there', async () => {
    await at(start)
    chain.proposals = [someProposal()]
    await at(start + minute)
    chain.silent.add('votes')
    expect(await at(end - 20 * hour)).toEqual([])
    expect(await at(end - 30 * minute, 20 * minute)).toEqual([])
    chain.silent.delete('votes')
    chain.silent.add('bob')
    const steps = [11_011, 11_021, 11_031, 11_041]
    expect(await at(end - 9 * minute, 5 * minute)).toEqual(steps.map((id) => `${id} ada 7`))
    chain.silent.add('ada')
    expect(await at(end - 3 * minute, 2 * minute)).toEqual([])
    expect(await at(end + 3 * minute, 2 * minute)).toEqual(steps.map((id) => `${id + 1} ada 7`))
  })

  test('V21: what was there before anybody looked is no news after a start; what is still to be done is', async () => {
    chain.proposals = [someProposal(), someProposal({ id: 8, kind: 'SOFTWARE_UPGRADE' })]
    chain.votes.set('ada', yes)
    expect(await at(end - 20 * hour)).toEqual(['11011 bob 7', '11011 bob 8', '11021 bob 7', '11021 bob 8'])
    begin()
    expect(await at(end - 19 * hour)).toEqual([])
  })
})

describe('V29: nothing is lost, and nothing told twice', () => {
  test('V29: wherever a process ends, what it had not committed is decided by the next one, once', async () => {
    await at(start)
    chain.proposals = [someProposal()]
    let failures = 0
    breaks = () => {
      failures += 1
      throw Object.assign(new Error('killed'), { code: '08006' })
    }
    await expect(at(start + minute)).rejects.toThrow()
    expect(await told()).toEqual([])
    begin()
    breaks = () => undefined
    expect(await at(start + 2 * minute)).toEqual(['10011 7'])
    expect(failures).toBeGreaterThan(0)
    for (let times = 0; times < 3; times += 1) {
      begin()
      expect(await at(start + (3 + 3 * times) * minute)).toEqual([])
    }
    expect(await ledgerLines(database.db)).toHaveLength(1)
  })

  test('V29: a commit that nobody heard of, at whatever write and with or without another process, is told once', async () => {
    await at(start)
    const open = (id: number) => someProposal({ id, votingEndAt: end })
    const cases = [1, 2, 3, 4].flatMap((nth) => [true, false].map((isRestarted) => ({ nth, isRestarted })))
    for (const [index, { nth, isRestarted }] of cases.entries()) {
      const id = 10 + index
      chain.proposals = [open(id)]
      let writes = 0
      afterCommit = () => {
        writes += 1
        if (writes === nth) throw Object.assign(new Error('the connection is lost'), { code: '08006' })
      }
      const lines: string[] = []
      const time = start + (2 + 4 * index) * minute
      await at(time).then(
        (some) => lines.push(...some),
        () => undefined,
      )
      expect(writes).toBeGreaterThanOrEqual(nth)
      if (isRestarted) begin()
      lines.push(...(await at(time + 2 * minute)))
      expect([id, lines]).toEqual([id, [`10011 ${id}`]])
    }
  })

  test('V29: what is remembered of before a transaction that failed is not taken for what is stored', async () => {
    await at(start)
    chain.proposals = [someProposal()]
    let times = 0
    breaks = () => {
      times += 1
      if (times < 3) throw new Error('a broken rule')
    }
    // Reading goes on, and what could not be decided is decided later.
    expect(await at(start + minute, 5 * minute)).toEqual(['10011 7'])
    expect(times).toBeGreaterThan(2)
  })

  test('V29: what cannot be written is left out, so that the rest goes out; where nothing can be, after a minute', async () => {
    const { orm } = database.db
    await at(start)
    chain.proposals = [someProposal({ kind: 'SOFTWARE_UPGRADE' })]
    await orm.execute(sql`ALTER TABLE alert ADD CONSTRAINT broken CHECK (setting_id <> 10011)`)
    try {
      expect(await at(start + minute)).toEqual(['10021 7'])
      expect(dropped).toEqual([10_011])
      chain.proposals.push(someProposal({ id: 8 }))
      expect(await at(start + 5 * minute, minute)).toEqual([])
      expect(dropped).toEqual([10_011])
      expect(await at(start + 6 * minute, 2 * minute)).toEqual([])
      expect(dropped).toEqual([10_011, 10_011])
    } finally {
      await orm.execute(sql`ALTER TABLE alert DROP CONSTRAINT broken`)
    }
    expect(await at(start + 9 * minute)).toEqual([])
  })

  test('V29: a lease that is lost decides nothing', async () => {
    await at(start)
    chain.proposals = [someProposal()]
    chain.isHeld = false
    expect(await at(start + minute)).toEqual([])
  })
})

describe('how it stands', () => {
  test('V30: conditions, status and replay of what was decided, whoever asked for it then', async () => {
    await at(start)
    chain.proposals = [someProposal()]
    await at(end - 70 * hour)
    const { orm } = database.db
    const [, bob = 0] = ids
    const votes = await readGovernance(orm, 1, bob)
    expect(governance.shown(votes, bob, { id: 1101, subject: 'not_voted' })).toMatchObject({
      state: 'TRUE',
      endsAt: end,
    })
    expect(governance.shown(votes, bob, { id: 1102, subject: 'not_voted' })).toMatchObject({ state: 'FALSE' })
    const network = await readGovernance(orm, 1, null)
    expect(governance.shown(network, null, { id: 1001, subject: 'proposal_voting' }).state).toBe('TRUE')
    expect(governance.shown(network, null, { id: 1021, subject: 'signalling_began' }).state).toBe('UNKNOWN')
    const replayed = governance.replayed(votes, bob, 11_011, start)
    expect(replayed).toMatchObject({ held: false, times: [expect.any(Number)] })
    expect(replayed?.since).toBeGreaterThanOrEqual(start)
    const rows = await alertsNow()
    expect([...(await alertStatusesOf(orm, rows)).values()]).toEqual([null, 'ONGOING', 'ONGOING'])
    chain.votes.set('bob', yes)
    await at(end - 69 * hour)
    expect((await alertStatusesOf(orm, await alertsNow())).get(3)).toBe('ENDED')
  })
})

function alertsNow() {
  return database.db.orm.select().from(alert).orderBy(alert.id)
}

test('V28: who has not signalled while more than half of the power has is told, and when it has', async () => {
  chain.hasSignal = true
  await subscribe(database.db, { email, settings: [11_211, 11_212], networkId: 1 })
  // The tally was there at the first look; that they have not signalled is still to be done.
  expect(await at(start, 3 * minute)).toEqual(['11211 ada 4', '11211 bob 4'])
  chain.signals.set('ada', 4)
  expect(await at(start + hour, 20 * minute)).toEqual(['11212 ada 4'])
  expect(await at(start + 2 * hour, minute)).toEqual([])
})
