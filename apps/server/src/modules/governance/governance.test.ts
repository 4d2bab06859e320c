import type { KnownVote } from '@roundsman/cometbft/governance'
import type {
  Governance,
  ProposalDetails,
  Participation,
  ValidatorVotes,
} from '@roundsman/contract/governance/governance'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../testing/test-catalogue.ts'
import { addValidator } from '../alerts/testing/some-validators.ts'
import {
  openPeriods,
  storeOpen,
  storeOutcome,
  storeSignals,
  storeTally,
  storeVotes,
} from './governance.store.ts'
import {
  allOpen,
  day,
  notVoted,
  someProposal,
  someReading,
  someSource,
  someTally,
  start,
  yes,
} from './testing/some-proposal.ts'

const password = 'a long enough password'
let site: TestApp
let browser: TestBrowser
let ada: number
let bob: number
let cem: number
let seq = 1

beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([testNetwork({ blockchain_id: 1 }), testNetwork({ blockchain_id: 2 })]),
  })
  await site.createUser('reader@example.org', password)
  await site.createUser('other@example.org', password)
  const { orm } = site.database.db
  ada = await addValidator(orm, { operator: 'ada' })
  bob = await addValidator(orm, { operator: 'bob' })
  cem = await addValidator(orm, { operator: 'cem' })
  await orm.execute(sql`UPDATE watch_validator SET slot = id - ${ada}`)
  await orm.execute(
    sql`INSERT INTO watch_network (network_id, epoch, chain_id, seq) VALUES (1, 1, 'test-1', 1)`,
  )
  await site.app.start()
  browser = await site.signedIn({ email: 'reader@example.org', password })
  await favour([ada, bob, cem])
})
beforeEach(async () => {
  await site.database.db.orm.execute(
    sql`TRUNCATE governance_proposal, governance_vote, governance_signal, governance_upgrade RESTART IDENTITY CASCADE`,
  )
})
afterAll(() => site.close())

const favour = (ids: readonly number[], who = browser) =>
  who.put('/api/users/preferences/', {
    favourite_validators: ids.map((validator_id) => ({ blockchain_id: 1, validator_id })),
    tables: {},
  })

const write = (work: (tx: Tx) => Promise<void>) => site.database.db.transaction(work)

async function period(proposalId = 7) {
  const all = await openPeriods(site.database.db.orm, 1, 1)
  const found = all.find((one) => one.proposalId === proposalId)
  if (!found) throw new Error(`${proposalId} is not open`)
  return found
}

/** What some are found to have done at a height. */
async function look(height: number, votes: readonly (readonly [number, KnownVote])[], isLast = false) {
  const found = { period: await period(), votes: new Map(votes), isLast }
  await write((tx) => storeVotes(tx, someReading(height), found))
}

async function list(query = '', who = browser): Promise<Governance> {
  const answer = await who.get(`/api/governance/1/${query}`)
  expect(answer.status).toBe(200)
  return answer.json<Governance>()
}
const details = async (id = 7) => (await browser.get(`/api/governance/1/${id}/`)).json<ProposalDetails>()

/** What the network's row says, as a commit of the watcher would. */
async function network(set: {
  plan?: [string, number] | null
  head?: number
  headAt?: number
}): Promise<void> {
  seq += 1
  const [name, height] = set.plan ?? [null, null]
  await site.database.db.orm.execute(sql`
    UPDATE watch_network SET seq = ${seq}, upgrade_name = ${name}, upgrade_height = ${height},
      upgrade_assurance = ${name === null ? null : 'AGREED'}, head_height = ${set.head ?? null}, head_at = ${set.headAt ?? null}
    WHERE network_id = 1`)
  for (const module of site.app.modules) if (module.name === 'watch') await module.start?.()
}

test('V1: a proposal is answered as it was read last, with how that is known', async () => {
  await write((tx) => storeOpen(tx, someReading(100), allOpen([someProposal()])))
  expect(await list()).toEqual({
    upgrade: null,
    proposals: [
      {
        id: 1,
        proposal_id: 7,
        title: 'Raise the limit',
        kind: 'TEXT',
        state: 'VOTING',
        is_expedited: false,
        voting_start_at: '2026-11-20T00:00:00.000Z',
        voting_end_at: '2026-11-27T00:00:00.000Z',
        turnout: null,
        quorum: 0.334,
        tally: null,
        assurance: 'PROVEN',
        voted: [],
        not_voted: [],
        unknown: [ada, bob, cem],
      },
    ],
  })
  expect((await browser.get('/api/governance/2/')).json()).toEqual({ proposals: [], upgrade: null })
  expect((await browser.get('/api/governance/1/8/')).status).toBe(404)
})

test('V1: an answer has a tag, by which it is not sent again while it is the same', async () => {
  await write((tx) => storeOpen(tx, someReading(100), allOpen([someProposal()])))
  for (const path of ['/api/governance/1/', '/api/governance/1/7/']) {
    const first = await browser.get(path)
    const headers = { 'if-none-match': String(first.headers['etag']) }
    expect((await browser.get(path, { headers })).status).toBe(304)
    expect(first.headers['cache-control']).toBe('no-store')
  }
})

test('V1: what is not read now stays as it was, and an older reading changes nothing', async () => {
  await write((tx) => storeOpen(tx, someReading(100), allOpen([someProposal({ title: 'Newer' })])))
  await write((tx) =>
    storeOpen(tx, someReading(101), allOpen([someProposal({ title: 'Newer' })], { params: null })),
  )
  await write((tx) => storeOpen(tx, someReading(99), allOpen([someProposal({ title: 'Older' })])))
  expect((await list()).proposals).toMatchObject([{ title: 'Newer', quorum: 0.334 }])
})

test('V2: open proposals come first, then the others, of each the newest first; a page goes on after an id', async () => {
  const all = [1, 2, 3, 4, 5].map((id) => someProposal({ id }))
  await write((tx) => storeOpen(tx, someReading(100), allOpen(all)))
  for (const id of [2, 5]) {
    const proposal = someProposal({ id, status: 'PASSED', finalTally: someTally })
    await write((tx) =>
      storeOutcome(tx, someReading(101), { proposalId: id, outcome: { proposal, source: someSource() } }),
    )
  }
  const ids = (answer: Governance) => answer.proposals.map(({ proposal_id }) => proposal_id)
  expect(ids(await list())).toEqual([4, 3, 1, 5, 2])
  expect(ids(await list('?state=OPEN'))).toEqual([4, 3, 1])
  const first = await list('?limit=2')
  expect(ids(first)).toEqual([4, 3])
  expect(ids(await list(`?limit=2&before=${first.proposals.at(-1)?.id}`))).toEqual([1, 5])
  expect(ids(await list(`?before=${first.proposals.at(-1)?.id}&state=OPEN`))).toEqual([1])
})

test('V3: who of the caller’s favourites has voted, has not, and of whom that is not known', async () => {
  await write((tx) => storeOpen(tx, someReading(100), allOpen([someProposal()])))
  await look(110, [
    [ada, yes],
    [bob, notVoted],
  ])
  expect((await list()).proposals).toMatchObject([{ voted: [ada], not_voted: [bob], unknown: [cem] }])
  const other = await site.signedIn({ email: 'other@example.org', password })
  expect((await list('', other)).proposals).toMatchObject([{ voted: [], not_voted: [], unknown: [] }])
  expect(await details()).toMatchObject({
    summary: 'It is **low**.',
    is_shortened: false,
    proposer: 'celestia1proposer',
    messages: [],
    votes: [
      {
        validator_id: ada,
        vote: [{ option: 'YES', weight: 1 }],
        at: '2026-11-20T00:01:50.000Z',
        height: 110,
        assurance: 'PROVEN',
      },
      { validator_id: bob, vote: null, at: '2026-11-20T00:01:50.000Z', height: 110, assurance: 'PROVEN' },
    ],
  })
})

test('V3: a vote has the height at which it was first seen, and “not voted” that of the last look', async () => {
  await write((tx) => storeOpen(tx, someReading(100), allOpen([someProposal()])))
  for (const height of [110, 120])
    await look(height, [
      [ada, yes],
      [bob, notVoted],
    ])
  expect((await details()).votes).toMatchObject([
    { validator_id: ada, height: 110 },
    { validator_id: bob, height: 120 },
  ])
  await look(130, [[ada, { ...yes, options: [{ option: 'NO', weight: '1' }] }]])
  expect((await details()).votes[0]).toMatchObject({ vote: [{ option: 'NO' }], height: 130 })
})

test('V4: a vote that was seen stays, unless a proof says that there was none', async () => {
  await write((tx) => storeOpen(tx, someReading(100), allOpen([someProposal()])))
  const saidAlone = { ...yes, source: someSource('SINGLE') }
  await look(110, [
    [ada, yes],
    [bob, saidAlone],
    [cem, saidAlone],
  ])
  await look(120, [
    [ada, notVoted],
    [bob, { options: null, source: someSource('AGREED') }],
    [cem, notVoted],
  ])
  expect((await list()).proposals).toMatchObject([{ voted: [ada, bob], not_voted: [cem] }])
  await look(105, [[cem, yes]])
  expect((await list()).proposals).toMatchObject([{ not_voted: [cem] }])
})

test('V5: of one that has ended, who had not voted at some look before is not known, unless that was the state before the count', async () => {
  await write((tx) => storeOpen(tx, someReading(100), allOpen([someProposal()])))
  await look(110, [
    [ada, yes],
    [bob, notVoted],
    [cem, notVoted],
  ])
  await look(200, [[cem, notVoted]], true)
  expect((await list()).proposals).toMatchObject([{ not_voted: [bob, cem], unknown: [] }])
  const proposal = someProposal({ status: 'REJECTED', finalTally: someTally })
  await write((tx) =>
    storeOutcome(tx, someReading(201), { proposalId: 7, outcome: { proposal, source: someSource() } }),
  )
  expect((await list()).proposals).toMatchObject([
    {
      state: 'REJECTED',
      voted: [ada],
      not_voted: [cem],
      unknown: [bob],
      turnout: 0.4,
      quorum: 0.334,
      tally: { yes: '300', abstain: '50', no: '40', no_with_veto: '10' },
    },
  ])
})

test('V6: an expedited one that fails goes on with another end: nobody has voted then, and what was is kept', async () => {
  const expedited = someProposal({ isExpedited: true, votingEndAt: start + day })
  await write((tx) => storeOpen(tx, someReading(100), allOpen([expedited])))
  const before = await period()
  await look(110, [[ada, yes]])
  await write((tx) =>
    storeTally(tx, someReading(110), {
      period: before,
      tally: { tally: someTally, source: someSource('AGREED') },
    }),
  )
  expect((await list()).proposals).toMatchObject([{ is_expedited: true, voted: [ada], turnout: 0.4 }])
  await write((tx) => storeOpen(tx, someReading(200), allOpen([someProposal()])))
  expect((await list()).proposals).toMatchObject([
    {
      is_expedited: false,
      voting_end_at: '2026-11-27T00:00:00.000Z',
      voted: [],
      not_voted: [],
      unknown: [ada, bob, cem],
      turnout: null,
      tally: null,
    },
  ])
  // What was asked for before it failed and is answered only now.
  await write((tx) =>
    storeTally(tx, someReading(199), {
      period: before,
      tally: { tally: someTally, source: someSource('AGREED') },
    }),
  )
  expect((await list()).proposals).toMatchObject([{ turnout: null }])
  const { rows } = await site.database.db.orm.execute(sql`
    SELECT v.voting_end::float8 AS ended, p.expedited_end::float8 AS failed FROM governance_vote v JOIN governance_proposal p ON p.id = v.proposal`)
  expect(rows).toEqual([{ ended: start + day, failed: start + day }])
})

test('V7: a proposal that was open and that the chain no longer has was cancelled', async () => {
  await write((tx) => storeOpen(tx, someReading(100), allOpen([someProposal()])))
  await write((tx) =>
    storeOutcome(tx, someReading(110), {
      proposalId: 7,
      outcome: { proposal: null, source: someSource('AGREED') },
    }),
  )
  expect((await list()).proposals).toMatchObject([{ state: 'CANCELLED', assurance: 'AGREED' }])
  await write((tx) =>
    storeOutcome(tx, someReading(110), { proposalId: 8, outcome: { proposal: null, source: someSource() } }),
  )
  expect((await list()).proposals).toHaveLength(1)
})

test('V1: what a proposer wrote is kept and answered, U+0000 and all', async () => {
  const messages = [
    {
      typeUrl: '/x.MsgDo\u0000',
      fields: [{ name: '2.1', value: 'a\u0000b' }],
      plan: { name: 'v9\u0000', height: 9 },
    },
  ]
  const written = someProposal({
    title: 'A\u0000B',
    summary: '<b>\u0000</b>',
    messages,
    failedReason: 'no\u0000',
  })
  await write((tx) => storeOpen(tx, someReading(100), allOpen([written])))
  expect(await details()).toMatchObject({
    title: 'A\ufffdB',
    summary: '<b>\ufffd</b>',
    failed_reason: 'no\ufffd',
    messages: [
      {
        type: '/x.MsgDo\ufffd',
        fields: [{ name: '2.1', value: 'a\ufffdb' }],
        plan: { name: 'v9\ufffd', height: 9 },
      },
    ],
  })
})

test('V56: who voted in how many of the ten votes that ended last, and in how many they are known not to have', async () => {
  const participation = async () => (await browser.get('/api/governance/1/votes/')).json<Participation>()
  expect(await participation()).toEqual({ proposals: 0, validators: [] })
  const ids = Array.from({ length: 12 }, (_, index) => index + 1)
  const all = ids.map((id) => someProposal({ id, votingEndAt: start + id * day }))
  await write((tx) => storeOpen(tx, someReading(100), allOpen(all)))
  for (const id of ids) {
    // Of one nobody looked at the end.
    const votes = new Map([
      [ada, yes],
      [bob, notVoted],
    ])
    const found = { period: await period(id), votes, isLast: id !== 11 }
    await write((tx) => storeVotes(tx, someReading(110), found))
  }
  const end = (id: number, proposal: ReturnType<typeof someProposal> | null) =>
    write((tx) =>
      storeOutcome(tx, someReading(120), { proposalId: id, outcome: { proposal, source: someSource() } }),
    )
  for (const one of all.slice(0, 11)) await end(one.id, { ...one, status: 'REJECTED', finalTally: someTally })
  // What is still voted on, and what was taken back, is no vote that ended.
  const votes = { period: await period(12), votes: new Map([[cem, yes]]), isLast: false }
  await write((tx) => storeVotes(tx, someReading(110), votes))
  expect(await participation()).toEqual({
    proposals: 10,
    validators: [
      { validator_id: ada, voted: 10, not_voted: 0 },
      { validator_id: bob, voted: 0, not_voted: 9 },
    ],
  })
  await end(12, null)
  expect(await participation()).toMatchObject({
    proposals: 10,
    validators: [{ voted: 10 }, { not_voted: 9 }],
  })
})

test('V57: what a validator did on each proposal; of what nobody looked at it is not known', async () => {
  const all = [1, 2, 3].map((id) => someProposal({ id }))
  await write((tx) => storeOpen(tx, someReading(100), allOpen(all)))
  const votes = async (id: number) =>
    (await browser.get(`/api/governance/1/votes/${id}/`)).json<ValidatorVotes>()
  for (const [id, vote] of [
    [1, yes],
    [2, notVoted],
  ] as const) {
    const found = { period: await period(id), votes: new Map([[ada, vote]]), isLast: false }
    await write((tx) => storeVotes(tx, someReading(110), found))
  }
  expect((await votes(ada)).votes).toMatchObject([
    { proposal_id: 3, did: 'UNKNOWN', vote: null, at: null, height: null, assurance: null },
    { proposal_id: 2, did: 'NOT_VOTED', vote: null, height: 110, assurance: 'PROVEN' },
    {
      proposal_id: 1,
      did: 'VOTED',
      vote: [{ option: 'YES', weight: 1 }],
      height: 110,
      title: 'Raise the limit',
    },
  ])
  // It ended, and nobody looked before the count.
  const proposal = someProposal({ id: 2, status: 'PASSED', finalTally: someTally })
  const outcome = { proposalId: 2, outcome: { proposal, source: someSource() } }
  await write((tx) => storeOutcome(tx, someReading(120), outcome))
  expect((await votes(ada)).votes.map(({ proposal_id, did }) => [proposal_id, did])).toEqual([
    [3, 'UNKNOWN'],
    [1, 'VOTED'],
    [2, 'UNKNOWN'],
  ])
  expect((await votes(cem)).votes.every(({ did }) => did === 'UNKNOWN')).toBe(true)
  expect((await browser.get('/api/governance/1/votes/999999/')).status).toBe(404)
})

test('V8: the upgrade that x/upgrade plans, until its height is reached, with when it is reckoned to come', async () => {
  await network({ plan: ['v9', 1_000], head: 900, headAt: start })
  expect((await list()).upgrade).toEqual({
    name: 'v9',
    version: null,
    height: 1_000,
    // Nobody knows how fast blocks come.
    at: null,
    assurance: 'AGREED',
    signalling: null,
  })
  await network({ plan: ['v9', 1_000], head: 1_000, headAt: start })
  expect((await list()).upgrade).toBeNull()
  await network({ plan: null })
})

test('V9: the version that validators signal, with who of the active set is known not to have', async () => {
  const tally = { version: 4, power: 60n, threshold: 84n, total: 100n, source: someSource('AGREED') }
  const signals = new Map([
    [ada, { version: 4, source: someSource() }],
    [bob, { version: 3, source: someSource() }],
    [cem, { version: null, source: someSource() }],
  ])
  await write((tx) =>
    storeSignals(tx, someReading(100), { signals, upgrade: null, source: someSource(), tally }),
  )
  expect((await list()).upgrade).toEqual({
    name: null,
    version: 4,
    height: null,
    at: null,
    assurance: 'PROVEN',
    signalling: { version: 4, power_share: 0.6, threshold: 0.84, missing: [bob, cem] },
  })
  await write((tx) =>
    storeSignals(tx, someReading(110), {
      signals: new Map([[bob, { version: 4, source: someSource() }]]),
      upgrade: { version: 4, height: 500 },
      source: someSource(),
      tally: null,
    }),
  )
  expect((await list()).upgrade).toMatchObject({ version: 4, height: 500, signalling: { missing: [cem] } })
  // Older: of a process that was slow.
  await write((tx) =>
    storeSignals(tx, someReading(90), { signals, upgrade: null, source: someSource(), tally: null }),
  )
  expect((await list()).upgrade).toMatchObject({ height: 500, signalling: { missing: [cem] } })
})

test('V9: nobody has signalled: there is no upgrade', async () => {
  const tally = { version: 4, power: 0n, threshold: 84n, total: 100n, source: someSource('AGREED') }
  await write((tx) =>
    storeSignals(tx, someReading(100), { signals: new Map(), upgrade: null, source: someSource(), tally }),
  )
  expect((await list()).upgrade).toBeNull()
})
