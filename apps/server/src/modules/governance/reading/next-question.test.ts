import { expect, test } from 'vitest'
import { start } from '../testing/some-proposal.ts'
import { lookEveryMs, type Moment, nextQuestion, type WatchedPeriod } from './next-question.policy.ts'
import { emptyChain, watchedFrom } from './watched-chain.ts'
import { createRequestBudget } from './request-budget.ts'

const minute = 60_000
const hour = 60 * minute
const voters = ['ada', 'bob', 'cem'].map((operatorAddress, index) => ({ id: index + 1, operatorAddress }))

const period = (proposalId: number, over: Partial<WatchedPeriod> = {}): WatchedPeriod => ({
  ...watchedFrom({
    ...{ id: proposalId, proposalId, votingStart: start, isExpedited: false, votes: new Map() },
    votingEnd: start + proposalId * 10 * hour,
  }),
  talliedAt: 0,
  ...over,
})

/** Of which the list has just been read, and that has no x/signal. */
const chainOf = (...periods: WatchedPeriod[]) => ({
  ...emptyChain(),
  ...{ listedAt: 0, hasGov: true, hasSignal: false, signalsAskedAt: 0, periods },
})

const at = (now: number, over: Partial<Moment> = {}): Moment => ({
  ...{ now, chainNow: start + now, watched: voters, active: voters, appVersion: 3 },
  ...over,
})

const asked = (...[chain, moment]: Parameters<typeof nextQuestion>) => {
  const question = nextQuestion(chain, moment)
  if (question === null) return null
  const names = 'voters' in question ? question.voters.map(({ operatorAddress }) => operatorAddress) : []
  return [question.kind, 'period' in question ? question.period.proposalId : null, ...names]
}

test('V12: the proposal that ends first is looked at first, and in it those who have not voted', () => {
  const soon = period(1, {
    votes: new Map([[1, { hasVoted: true, isLast: false }]]),
  })
  expect(asked(chainOf(period(2), soon), at(0))).toEqual(['votes', 1, 'bob', 'cem', 'ada'])
})

test('V12: who has not voted is looked at every hundredth of what is left, who has voted twelve times less often', () => {
  expect([100 * hour, 24 * hour, hour, minute].map((left) => lookEveryMs(left, false))).toEqual([
    20 * minute,
    864_000,
    36_000,
    10_000,
  ])
  expect([100 * hour, hour, minute].map((left) => lookEveryMs(left, true))).toEqual([
    4 * hour,
    432_000,
    120_000,
  ])
  const known = { at: 0, isKnown: true }
  const one = period(1, {
    looks: new Map(voters.map(({ id }) => [id, known])),
    votes: new Map([[1, { hasVoted: true, isLast: false }]]),
  })
  const chain = { ...chainOf(one), listedAt: 10 * minute }
  expect(asked(chain, at(5 * minute))).toBeNull()
  expect(asked(chain, at(6 * minute))).toEqual(['votes', 1, 'bob', 'cem'])
})

test('V12: what is lost soonest comes before all else: the last state, then what became of a proposal', () => {
  const over = period(1, { last: { height: 9, newest: null, since: 0 } })
  const gone = period(2, { isGone: true })
  const chain = chainOf(period(3), gone, over)
  expect(asked(chain, at(0))).toEqual(['votes', 1, 'ada', 'bob', 'cem'])
  for (const { id } of voters) over.looks.set(id, { at: 0, isKnown: false })
  expect(asked(chain, at(1))).toEqual(['outcome', 2])
  // Who was not answered is asked again, but not for longer than nodes keep that state.
  expect(asked(chain, at(minute))).toEqual(['votes', 1, 'ada', 'bob', 'cem'])
  expect(asked(chain, at(16 * minute))).toEqual(['outcome', 2])
})

test('V12: the list is read every half minute, every ten seconds for each of its requests where there are many, and soon after an end', () => {
  const seen = { looks: new Map(voters.map(({ id }) => [id, { at: 0, isKnown: true }])) }
  const few = chainOf()
  expect([asked(few, at(39_000)), asked(few, at(40_000))]).toEqual([null, ['proposals', null]])
  const many = chainOf(...Array.from({ length: 10 }, (_, index) => period(index + 50, seen)))
  expect([asked(many, at(239_000)), asked(many, at(240_000))]).toEqual([null, ['proposals', null]])
  const ended = chainOf(period(1, seen))
  expect(asked(ended, at(5_000, { chainNow: start + 10 * hour }))).toEqual(['proposals', null])
})

test('V12: a tally is asked for once an hour, and every ten minutes in the last one', () => {
  const seen = { looks: new Map(voters.map(({ id }) => [id, { at: 3_000_000, isKnown: true }])) }
  const far = { ...chainOf(period(50, seen)), listedAt: 3_600_000 }
  const alone = { active: [] }
  expect([asked(far, at(59 * minute, alone)), asked(far, at(hour, alone))]).toEqual([null, ['tally', 50]])
  const near = { ...chainOf(period(1, { ...seen, talliedAt: 50 * minute })), listedAt: 3_600_000 }
  expect(asked(near, at(hour, { ...alone, chainNow: start + 9 * hour, watched: [] }))).toEqual(['tally', 1])
})

test('V12: what was not spent is kept for twenty requests; one that costs more is paid for afterwards', () => {
  const budget = createRequestBudget(0)
  expect([budget.wait(10, 0), budget.wait(50, 0)]).toEqual([0, 0])
  budget.spend(50, 0)
  expect(budget.wait(10, 0)).toBe(40_000)
  expect(budget.wait(10, 40_000)).toBe(0)
  expect(budget.wait(50, 40_000)).toBe(10_000)
})

test('V10: what is not answered holds up nothing else', () => {
  const [first, second] = [period(1), period(2)]
  const chain = chainOf(first, second)
  const retryAt = minute
  const failures = ['votes 1', 'tally 1', 'outcome 1', 'last votes 1'].map(
    (key) => [`${key}/${first.votingEnd}`, { times: 1, retryAt }] as const,
  )
  chain.failures = new Map(failures)
  expect(asked(chain, at(0))).toEqual(['votes', 2, 'ada', 'bob', 'cem'])
  second.looks = new Map(voters.map(({ id }) => [id, { at: 0, isKnown: true }]))
  first.talliedAt = null
  second.talliedAt = null
  expect(asked(chain, at(0))).toEqual(['tally', 2])
  first.isGone = true
  second.isGone = true
  expect(asked(chain, at(0))).toEqual(['outcome', 2])
  first.last = { height: 9, newest: null, since: 1 }
  second.last = first.last
  expect(asked(chain, at(1))).toEqual(['votes', 2, 'ada', 'bob', 'cem'])
})

test('V12, V24: who has not voted is looked at at once when a step has passed since the last look', () => {
  const end = start + 100 * hour
  const at72 = 28 * hour
  const looks = (lookedAt: number) =>
    new Map(voters.map(({ id }) => [id, { at: lookedAt, isKnown: true }] as const))
  const votes = new Map([[1, { hasVoted: true, isLast: false }]])
  const one = (lookedAt: number) =>
    period(1, { votingEnd: end, looks: looks(lookedAt), votes, talliedAt: at72 })
  const asks = (lookedAt: number, now: number) =>
    asked({ ...chainOf(one(lookedAt)), listedAt: now, signalsAskedAt: now }, at(now))
  expect(asks(at72 - minute, at72 - 1)).toBeNull()
  expect(asks(at72 - minute, at72)).toEqual(['votes', 1, 'bob', 'cem'])
  expect(asks(at72, at72 + minute)).toBeNull()
})
