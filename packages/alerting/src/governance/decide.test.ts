import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { type GovernanceFacts, type GovernanceState, governance, type VotingPeriod } from '../governance.ts'
import type { Outcome } from '../deciding.ts'
import type { ReadVote, Signals } from './facts.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse('2026-11-20T00:00:00Z')
const end = start + 7 * day
const ada = 7
const bob = 8

function vote(over: Partial<ReadVote> = {}): ReadVote {
  return {
    ...{ validatorId: ada, vote: null, at: start, seenAt: start, seenHeight: 100, isLast: false },
    ...{ assurance: 'PROVEN', host: 'rpc.example.org' },
    ...over,
  }
}
const yes: ReadVote['vote'] = [{ option: 'YES', weight: 1 }]

function period(over: Partial<VotingPeriod> = {}): VotingPeriod {
  return {
    ...{ proposalId: 42, votingStart: start, votingEnd: end, state: 'VOTING', title: 'Raise the limit' },
    ...{ kind: 'TEXT', isExpedited: false, wasExpedited: false, tally: null, turnout: 0.4, quorum: 0.334 },
    ...{ failedReason: null, plan: null, voteCommand: 'tx gov vote 42 yes', votes: [] },
    ...{ assurance: 'PROVEN', host: 'rpc.example.org', height: 100 },
    ...over,
  }
}

/** Decides one moment after the other, and names what is told: `began 1102 validator:7:42`. */
function chain(state: GovernanceState = governance.begin(1)) {
  let now = state
  const all: Outcome[] = []
  const facts = (at: number, over: Partial<GovernanceFacts>): GovernanceFacts => ({
    ...{ epoch: 1, chainNow: at, height: 1_000, now: at + 500, periods: [], signals: null },
    ...over,
  })
  return {
    outcomes: all,
    state: () => now,
    /** As of `at`; whoever is read is read then. */
    at(at: number, periods: readonly VotingPeriod[] | null, over: Partial<GovernanceFacts> = {}): string[] {
      const decision = governance.decide(now, facts(at, { periods, ...over }))
      now = decision.state
      all.push(...decision.outcomes)
      return decision.outcomes.map(
        ({ kind, conditionId, target }) =>
          `${kind.toLowerCase()} ${conditionId} ${target.key
            .split(':')
            .slice(0, target.id === null ? 2 : 3)
            .join(':')}`,
      )
    },
  }
}
/** A chain that was looked at before anything was open. */
function watchedChain() {
  const watched = chain()
  watched.at(start - hour, [])
  return watched
}
const of = (at: number, ...votes: Partial<ReadVote>[]) =>
  period({ votes: (votes.length === 0 ? [{}] : votes).map((one) => vote({ seenAt: at, ...one })) })

describe('proposals', () => {
  test('V20: a proposal that enters voting is told once, an upgrade by both settings, and what becomes of it', () => {
    const { at, outcomes } = watchedChain()
    expect(at(start + minute, [period()])).toEqual(['began 1001 network:42'])
    expect(at(start + hour, [period()])).toEqual([])
    expect(outcomes[0]).toMatchObject({
      at: start,
      evidence: {
        ...{ proposal_id: 42, title: 'Raise the limit', voting_end_at: '2026-11-27T00:00:00.000Z' },
        ...{ turnout: 0.4, quorum: 0.334, vote_command: 'tx gov vote 42 yes' },
      },
    })
    const upgrade = period({ proposalId: 43, kind: 'SOFTWARE_UPGRADE', plan: { name: 'v9', height: 5_000 } })
    expect(at(start + day, [period(), upgrade])).toEqual(['began 1001 network:43', 'began 1002 network:43'])
    expect(outcomes.at(-1)?.evidence.upgrade).toEqual({ name: 'v9', height: 5_000 })
    const over = [
      period({ state: 'PASSED' }),
      { ...upgrade, state: 'FAILED' as const, failedReason: 'no gas' },
    ]
    expect(at(end + minute, over)).toEqual(['began 1011 network:42', 'began 1013 network:43'])
    expect(outcomes.at(-1)).toMatchObject({ at: end, evidence: { failed_reason: 'no gas' } })
    expect(at(end + hour, over)).toEqual([])
  })

  test.each([
    ['REJECTED', ['began 1012 network:42']],
    ['CANCELLED', []],
  ] as const)('V20: a proposal that is %s', (state, told) => {
    const { at } = watchedChain()
    at(start + minute, [period()])
    expect(at(end + minute, [period({ state })])).toEqual(told)
  })

  test('V21: what was open, or over, at the first look is no news; what becomes of it later is', () => {
    const { at } = chain()
    expect(
      at(start + day, [
        period({ votes: [vote({ vote: yes, at: start + 2 * hour })] }),
        period({ proposalId: 41, votingEnd: start, state: 'PASSED' }),
      ]),
    ).toEqual([])
    expect(at(end + minute, [period({ state: 'PASSED' })])).toEqual(['began 1011 network:42'])
    // Nobody has said yet what is open: nothing was looked at.
    const unread = chain()
    unread.at(start + day, null)
    expect(unread.at(start + day + minute, [period()])).toEqual([])
  })

  test('V22: an expedited one that fails and goes on is told anew, and whoever had voted has not', () => {
    const { at, outcomes } = watchedChain()
    const soon = start + day
    const expedited = period({ isExpedited: true, votingEnd: soon })
    expect(at(start + minute, [{ ...expedited, votes: [vote({ seenAt: start + minute })] }])).toEqual([
      ...['began 1001 network:42', 'began 1101 validator:7:42', 'began 1102 validator:7:42'],
    ])
    const voted = [vote({ vote: yes, at: start + hour, seenAt: start + hour })]
    expect(at(start + hour, [{ ...expedited, votes: voted }])).toEqual([
      ...['ended 1101 validator:7:42', 'ended 1102 validator:7:42', 'began 1111 validator:7:42'],
    ])
    const moved = { ...expedited, state: 'MOVED' as const, votes: voted }
    const next = period({ wasExpedited: true, votes: [vote({ seenAt: soon + minute })] })
    expect(at(soon + minute, [moved, next])).toEqual(['began 1001 network:42'])
    expect(outcomes.at(-1)?.evidence).toMatchObject({ was_expedited: true, is_expedited: false })
    const later = end - 71 * hour
    expect(at(later, [moved, { ...next, votes: [vote({ seenAt: later })] }])).toEqual([
      'began 1101 validator:7:42',
    ])
    const names = outcomes.filter(({ conditionId }) => conditionId === 1101).map(({ key }) => key)
    expect(new Set(names).size).toBe(3)
  })
})

describe('votes', () => {
  test('V23: who has not voted is told at each step, and when it votes each ends, with how', () => {
    const { at, outcomes } = watchedChain()
    const told = (left: number, over: Partial<ReadVote> = {}) => at(end - left, [of(end - left, over)])
    at(start + minute, [of(start + minute)])
    expect(told(73 * hour)).toEqual([])
    expect(told(72 * hour)).toEqual(['began 1101 validator:7:42'])
    expect(told(25 * hour)).toEqual([])
    expect(told(23 * hour)).toEqual(['began 1102 validator:7:42'])
    expect(told(6 * hour)).toEqual(['began 1103 validator:7:42'])
    expect(told(30 * minute)).toEqual(['began 1104 validator:7:42'])
    expect(outcomes.at(-1)).toMatchObject({
      severity: 'CRITICAL',
      evidence: { value: 1_800, threshold: 3_600 },
    })
    expect(told(20 * minute, { vote: yes, at: end - 25 * minute })).toEqual([
      ...[1101, 1102, 1103, 1104].map((id) => `ended ${id} validator:7:42`),
      'began 1111 validator:7:42',
    ])
    expect(outcomes.at(-2)?.evidence).toMatchObject({ vote: yes })
    expect(outcomes.at(-1)).toMatchObject({ at: end - 25 * minute, evidence: { vote: yes } })
    expect(told(10 * minute, { vote: yes, at: end - 25 * minute })).toEqual([])
  })

  test('V23: who is first looked at with 20 hours left is told what is due, and nothing of it again', () => {
    const { at } = chain()
    expect(at(end - 20 * hour, [of(end - 20 * hour)])).toEqual([
      ...['began 1101 validator:7:42', 'began 1102 validator:7:42'],
    ])
    expect(at(end - 19 * hour, [of(end - 19 * hour)])).toEqual([])
  })

  test('V23: two proposals, and two validators, neither end nor hide one another', () => {
    const { at } = watchedChain()
    const both = (now: number, first: ReadVote['vote']) => [
      of(now, { vote: first, at: now }, { validatorId: bob }),
      { ...of(now, {}), proposalId: 43 },
    ]
    at(start + 2 * hour, both(start + 2 * hour, null))
    expect(at(end - 70 * hour, both(end - 70 * hour, null))).toEqual([
      ...['began 1101 validator:7:42', 'began 1101 validator:8:42', 'began 1101 validator:7:43'],
    ])
    expect(at(end - 69 * hour, both(end - 69 * hour, yes))).toEqual([
      ...['ended 1101 validator:7:42', 'began 1111 validator:7:42'],
    ])
  })

  test('V24: only a state from a step on says that nobody had voted by then, and only a young one', () => {
    const { at, state } = watchedChain()
    at(end - 73 * hour, [of(end - 73 * hour)])
    expect(at(end - 72 * hour, [of(end - 73 * hour)])).toEqual([])
    expect(at(end - 71 * hour, [of(end - 71 * hour)])).toEqual(['began 1101 validator:7:42'])
    // Nobody has answered since: it neither goes on to the next step nor ends.
    expect(at(end - 5 * hour, [of(end - 71 * hour)])).toEqual([])
    expect(governance.shown(state(), ada, { id: 1101, subject: 'not_voted' }).state).toBe('UNKNOWN')
    expect(at(end - 5 * hour, [of(end - 5 * hour)])).toEqual([
      ...['began 1102 validator:7:42', 'began 1103 validator:7:42'],
    ])
    expect(governance.shown(state(), ada, { id: 1101, subject: 'not_voted' }).state).toBe('TRUE')
  })

  test('E351: what voting came to is told once it was read after the end, and no older count as the result', () => {
    const tally = { yes: '1', no: '0', no_with_veto: '0', abstain: '0' }
    const running = { turnout: 0.0167, tally }
    const counted = { turnout: 0.0307, tally: { ...tally, no_with_veto: '3' } }
    const ended = (minutes: number, over: Partial<VotingPeriod>) => {
      const watched = watchedChain()
      watched.at(end - minute, [{ ...of(end - minute), ...running }])
      const votes = [vote({ seenAt: end - minute, isLast: true })]
      const told = watched.at(end + minutes * minute, [period({ ...running, votes, ...over })])
      return { told, evidence: watched.outcomes.at(-1)?.evidence }
    }
    // It waits for the result, for two minutes at most; then, or where the vote goes on, it has none.
    expect(ended(1, {}).told).toEqual([])
    expect(ended(1, { state: 'REJECTED', ...counted })).toMatchObject({
      told: expect.arrayContaining(['ended 1104 validator:7:42']),
      evidence: counted,
    })
    expect(ended(3, {})).toMatchObject({
      told: expect.arrayContaining(['ended 1104 validator:7:42']),
      evidence: { turnout: null, tally: null },
    })
    for (const state of ['MOVED', 'CANCELLED'] as const)
      expect(ended(1, { state }).evidence).toMatchObject({ turnout: null, tally: null })
  })

  test('V25: when voting is over it ends: once the last state and the result are known, else two minutes later', () => {
    for (const [isLast, minutes, state] of [
      [true, 0, 'REJECTED'],
      [true, 3, 'VOTING'],
      [false, 3, 'VOTING'],
    ] as const) {
      const { at, outcomes } = watchedChain()
      at(end - hour, [of(end - hour)])
      const told = at(end + minutes * minute, [
        period({ state, votes: [vote({ seenAt: end - minute, isLast })] }),
      ])
      expect(told.filter((one) => one.startsWith('ended'))).toEqual(
        [1101, 1102, 1103, 1104].map((id) => `ended ${id} validator:7:42`),
      )
      expect(outcomes.at(-1)?.evidence).toMatchObject({ vote: null, value: 0 })
    }
    const { at } = watchedChain()
    at(end - hour, [of(end - hour)])
    expect(at(end + minute, [of(end - minute)])).toEqual([])
    // It voted at the last moment.
    expect(at(end + minute, [of(end - minute, { vote: yes, at: end - 1, isLast: true })]).at(-1)).toBe(
      'began 1111 validator:7:42',
    )
  })

  test('V62: voting is over for all who have not voted at once, at the time when it was', () => {
    const all = (seenAt: number, ...last: number[]) =>
      [ada, bob].map((validatorId) => vote({ validatorId, seenAt, isLast: last.includes(validatorId) }))
    const begun = () => {
      const watched = watchedChain()
      watched.at(end - 20 * minute, [period({ votes: all(end - 20 * minute) })])
      return watched
    }
    const passed = (...last: number[]) => [period({ state: 'PASSED', votes: all(end - 1, ...last) })]
    const { at, outcomes } = begun()
    expect(at(end + 10_000, passed(ada))).toEqual(['began 1011 network:42'])
    expect(at(end + 50_000, passed(ada, bob))).toEqual(
      [ada, bob].flatMap((id) => [1101, 1102, 1103, 1104].map((step) => `ended ${step} validator:${id}:42`)),
    )
    const times = outcomes.filter(({ kind }) => kind === 'ENDED').map((one) => one.at)
    expect(new Set(times)).toEqual(new Set([end]))
    // Of whom nothing more is known nobody waits longer than for the result.
    const late = begun()
    late.at(end + 10_000, passed(ada))
    late.at(end + 2 * minute + 1, passed(ada))
    expect(new Set(late.outcomes.filter(({ kind }) => kind === 'ENDED').map((one) => one.at))).toEqual(
      new Set([end]),
    )
  })

  test('V26: a vote that was cast before anybody looked is no news; one that is changed is', () => {
    const { at, outcomes } = watchedChain()
    at(start + minute, [period()])
    const old = { vote: yes, at: start + 2 * day }
    expect(at(start + 2 * day, [of(start + 2 * day, old)])).toEqual([])
    const no: ReadVote['vote'] = [
      { option: 'NO', weight: 0.5 },
      { option: 'ABSTAIN', weight: 0.5 },
    ]
    expect(at(start + 3 * day, [of(start + 3 * day, { vote: no, at: start + 3 * day })])).toEqual([
      'changed 1111 validator:7:42',
    ])
    expect(outcomes.at(-1)?.evidence).toMatchObject({ before: 'YES 1', vote: no })
    // Of a period that has just begun it is.
    const young = watchedChain()
    young.at(start + minute, [period()])
    expect(young.at(start + 2 * minute, [of(start + 2 * minute, { vote: yes, at: start + minute })])).toEqual(
      ['began 1111 validator:7:42'],
    )
  })

  test('V27: what rests on one source rings no phone before a later state says the same', () => {
    const { at, outcomes } = watchedChain()
    const single = (now: number) => of(now, { assurance: 'SINGLE' })
    at(end - 71 * hour, [single(end - 71 * hour)])
    expect(outcomes.at(-1)).toMatchObject({ conditionId: 1101, phone: 'AFTER_CONFIRMED' })
    expect(at(end - 71 * hour + minute, [single(end - 71 * hour)])).toEqual([])
    expect(at(end - 70 * hour, [single(end - 70 * hour)])).toEqual(['confirmed 1101 validator:7:42'])
    expect(outcomes.at(-1)?.key).toBe(outcomes.at(-2)?.key)
    expect(at(end - 69 * hour, [single(end - 69 * hour)])).toEqual([])
  })
})

test('V30: what was decided is replayed: each beginning and end of one validator, and what went on before', () => {
  const { at, state } = watchedChain()
  at(end - 71 * hour, [of(end - 71 * hour, {}, { validatorId: bob })])
  at(end - 20 * hour, [of(end - 20 * hour, {}, { validatorId: bob })])
  at(end - 10 * hour, [of(end - 10 * hour, { vote: yes, at: end - 10 * hour })])
  const replayed = (setting: number, from: number, id: number | null = ada) =>
    governance.replayed(state(), id, setting, from)
  const since = start - hour
  expect(replayed(11_011, start)).toEqual({ times: [end - 71 * hour], held: false, since: start })
  expect(replayed(11_011, end - 30 * hour)).toMatchObject({ held: true })
  expect(replayed(11_012, since - day)).toEqual({ times: [end - 10 * hour], held: false, since })
  expect(replayed(11_012, start, bob)?.times).toEqual([])
  expect(replayed(10_011, start, null)?.times).toEqual([end - 71 * hour])
  expect(replayed(11_011, start, null)?.since).toBeNull()
  expect(replayed(1_011, start)).toBeNull()
})

describe('signals', () => {
  const signals = (at: number, share: number, over: Partial<Signals> = {}): Signals => ({
    ...{ at, height: 900, appVersion: 5, upgrade: null, assurance: 'PROVEN', host: 'rpc.example.org' },
    tally: { version: 6, powerShare: share, threshold: 0.833333333333 },
    signals: [
      { validatorId: ada, version: null, at, height: 900, assurance: 'PROVEN', host: 'rpc.example.org' },
      { validatorId: bob, version: 6, at, height: 900, assurance: 'PROVEN', host: 'rpc.example.org' },
    ],
    ...over,
  })

  test('V28: signalling that begins, who has not signalled while half and five sixths have, and what is scheduled', () => {
    const { at, outcomes, state } = chain()
    const say = (now: number, share: number, over: Partial<Signals> = {}) =>
      at(now, [], { signals: signals(now, share, over) })
    expect(say(start, 0)).toEqual([])
    expect(say(start + hour, 0.1)).toEqual(['began 1021 network:v6'])
    expect(outcomes.at(-1)?.evidence).toMatchObject({
      version: 6,
      power_share: 0.1,
      threshold: 0.833333333333,
    })
    expect(say(start + 2 * hour, 0.5)).toEqual([])
    expect(say(start + 3 * hour, 0.6)).toEqual(['began 1121 validator:7:v6'])
    expect(say(start + 4 * hour, 5 / 6)).toEqual(['began 1122 validator:7:v6'])
    expect(governance.shown(state(), ada, { id: 1121, subject: 'not_signalled' })).toMatchObject({
      ...{ state: 'TRUE', figure: 5 / 6 },
    })
    // Too old to say anything.
    expect(at(start + 6 * hour, [], { signals: signals(start + 4 * hour, 0.1) })).toEqual([])
    expect(governance.shown(state(), ada, { id: 1122, subject: 'not_signalled' }).state).toBe('UNKNOWN')
    const upgrade = { version: 6, height: 5_000, at: start + 8 * day }
    expect(say(start + 7 * hour, 0.9, { upgrade })).toEqual([
      ...['began 1022 network:v6', 'ended 1121 validator:7:v6', 'ended 1122 validator:7:v6'],
    ])
    expect(outcomes.at(-3)?.evidence).toMatchObject({ upgrade: { name: 'v6', height: 5_000 }, version: 6 })
    expect(say(start + 8 * hour, 0.9, { upgrade })).toEqual([])
  })

  test('V28: who signals ends it, and says so', () => {
    const { at, outcomes } = chain()
    at(start, [], { signals: signals(start, 0.6) })
    expect(outcomes.map(({ conditionId }) => conditionId)).toEqual([1121])
    const done = signals(start + hour, 0.7)
    const all = done.signals.map((one) => ({ ...one, version: 6 }))
    expect(at(start + hour, [], { signals: { ...done, signals: all } })).toEqual([
      'ended 1121 validator:7:v6',
    ])
    expect(outcomes.at(-1)?.evidence).toMatchObject({ has_signalled: true })
  })
})

test('V24: whatever is not known, nothing begins or ends by it', () => {
  const moments = fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 20 * 60 }),
      // What an endpoint answers: nothing, or that it has voted or not.
      answer: fc.constantFrom('NOTHING', 'NOTHING', 'NOT', 'VOTED' as const),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(moments, (all) => {
      const { at } = watchedChain()
      let now = start
      let row: ReadVote | null = null
      for (const { after, answer } of all) {
        now += after * minute
        if (answer === 'NOT' && row?.vote == null) row = vote({ at: now, seenAt: now })
        if (answer === 'VOTED') row = vote({ vote: yes, at: now, seenAt: now })
        const told = at(now, [period({ votes: row === null ? [] : [row] })]).filter((one) =>
          one.includes('validator'),
        )
        const began = told.filter((one) => /began 110/.test(one))
        const ended = told.filter((one) => /ended 110/.test(one))
        if (began.length > 0) expect(row).toMatchObject({ vote: null })
        if (began.length > 0)
          expect(now - (row?.seenAt ?? 0)).toBeLessThanOrEqual(governance.freshForMs(end - now))
        if (ended.length > 0 && now < end) expect(row).toMatchObject({ vote: yes })
      }
    }),
  )
})
