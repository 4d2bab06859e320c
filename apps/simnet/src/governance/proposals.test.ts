import { describe, expect, it } from 'vitest'
import type { ChainEvent } from '../chain/chain-event.ts'
import type { NetworkProfile } from '../network-profile.ts'
import { plainLens } from '../rpc/chain-lens.ts'
import {
  proposalAnswer,
  proposalAt,
  proposalsAt,
  tallyAt,
  voteAt,
  votesAt,
} from '../testing/governance-answers.ts'
import { START, smallChain, smallProfile } from '../testing/small-chain.ts'
import { DECIDED_KEPT } from './govern.ts'
import { DEPOSIT_PERIOD, FAILED, PASSED, REJECTED, VOTING_PERIOD } from './governance-state.ts'

const SECOND = 1_000
/** Blocks come every second: a deposit is awaited for five blocks, votes for ten, expedited ones for four. */
const governance = {
  depositMs: 5 * SECOND,
  votingMs: 10 * SECOND,
  expeditedMs: 4 * SECOND,
  minDeposit: 100,
  proposalEveryMs: null,
  signalDelay: null,
}

function small(script: readonly ChainEvent[], to = 60, change: Partial<NetworkProfile> = {}) {
  const { chain, to: go } = smallChain(script, smallProfile({ governance, ...change }))
  go(to)
  return plainLens(chain.view())
}

const all = [0, 1, 2, 3, 4, 5]
const voting = (proposal: number, at: number, who = all, option: 'yes' | 'no' | 'no_with_veto' = 'yes') =>
  who.map((validator): ChainEvent => ({ at, what: 'vote', proposal, validator, option }))

describe('N49: proposals live as in x/gov', () => {
  it('N49: voting begins with the block that funds a proposal and ends with the first one whose time has come', () => {
    const lens = small([
      { at: 10, what: 'submit_proposal', title: 'Now' },
      { at: 10, what: 'submit_proposal', title: 'Later', funded: false },
      { at: 12, what: 'fund_proposal', proposal: 2 },
      ...voting(1, 15),
    ])
    const status = (id: number, height: number) => proposalAt(lens, id, height)?.status
    expect(proposalAt(lens, 1, 9)).toBeNull()
    expect([10, 19, 20, 40].map((height) => status(1, height))).toEqual([
      VOTING_PERIOD,
      VOTING_PERIOD,
      PASSED,
      PASSED,
    ])
    expect([10, 11, 12, 21, 22].map((height) => status(2, height))).toEqual([
      DEPOSIT_PERIOD,
      DEPOSIT_PERIOD,
      VOTING_PERIOD,
      VOTING_PERIOD,
      REJECTED,
    ])
    const { submitTime, depositEndTime, votingStartTime, votingEndTime, title } =
      proposalAt(lens, 2, 30) ?? {}
    expect(title).toBe('Later')
    const seconds = [submitTime, depositEndTime, votingStartTime, votingEndTime].map((time) =>
      Number(time?.seconds ?? 0n),
    )
    expect(seconds.map((time) => time - START / SECOND)).toEqual([9, 14, 11, 21])
    const { time } = lens.blocks.at(12).header
    expect(Number(votingStartTime?.seconds) * SECOND).toBe(time)
  })

  it('N49: one that is not funded in time is gone, as is one that is cancelled', () => {
    const lens = small([
      { at: 10, what: 'submit_proposal', funded: false },
      { at: 10, what: 'submit_proposal' },
      ...voting(2, 11),
      { at: 14, what: 'cancel_proposal', proposal: 2 },
      { at: 30, what: 'submit_proposal' },
    ])
    const ids = (height: number) => proposalsAt(lens, height).map(({ id }) => Number(id))
    expect([13, 14, 15, 30].map(ids)).toEqual([[1, 2], [1], [], [3]])
    expect(votesAt(lens, 2, 13)).toHaveLength(6)
    expect(votesAt(lens, 2, 14)).toEqual([])
    expect(proposalAnswer(lens, 2, 14)).toMatchObject({
      code: 22,
      log: "rpc error: code = NotFound desc = proposal 2 doesn't exist: key not found",
    })
  })

  it('N49: the tokens of bonded validators decide, by quorum, veto and threshold; votes are deleted with the tally', () => {
    const lens = small([
      ...[1, 2, 3, 4].map((): ChainEvent => ({ at: 10, what: 'submit_proposal' })),
      { at: 10, what: 'submit_proposal', kind: 'spend', fails: 'the pool is empty' },
      ...voting(1, 12, [0, 1, 2]),
      ...voting(1, 12, [3, 4, 5], 'no'),
      ...voting(2, 12, [5]),
      ...voting(3, 12, [0, 1], 'no_with_veto'),
      ...voting(3, 13, [2, 3, 4, 5]),
      ...voting(4, 12, [0, 1, 2, 3, 4]),
      ...voting(4, 12, [5], 'no'),
      ...voting(5, 12),
      { at: 14, what: 'jail', validator: 1, forMs: 60_000 },
    ])
    expect(proposalsAt(lens, 25).map(({ status }) => status)).toEqual([
      PASSED,
      REJECTED,
      REJECTED,
      PASSED,
      FAILED,
    ])
    const reasons = proposalsAt(lens, 25).map(({ failedReason }) => failedReason)
    const rejected = 'proposal did not get enough votes to pass'
    expect(reasons).toEqual(['', rejected, rejected, '', 'the pool is empty'])
    const records = lens.chain.history.at(20).validators
    const tokens = (who: number[]) => String(who.reduce((sum, at) => sum + (records[at]?.tokens ?? 0n), 0n))
    expect(tallyAt(lens, 1, 19)).toEqual({
      yesCount: tokens([0, 2]),
      noCount: tokens([3, 4, 5]),
      abstainCount: '0',
      noWithVetoCount: '0',
    })
    // While votes come, only a count of its own says what they are.
    expect(proposalAt(lens, 1, 19)?.finalTallyResult?.yesCount).toBe('0')
    expect(proposalAt(lens, 1, 20)?.finalTallyResult).toEqual(tallyAt(lens, 1, 19))
    expect([19, 20].map((height) => votesAt(lens, 1, height).length)).toEqual([6, 0])
    expect(tallyAt(lens, 1, 20)).toEqual(tallyAt(lens, 1, 19))
  })

  it('N49: an expedited one that fails goes on as an ordinary one, without its votes and with another end', () => {
    const lens = small([
      { at: 10, what: 'submit_proposal', expedited: true },
      ...voting(1, 12, [0, 2]),
      ...voting(1, 12, [1, 3, 4, 5], 'no'),
      ...voting(1, 16, [0, 2]),
    ])
    const at = (height: number) => {
      const { status, expedited, votingEndTime } = proposalAt(lens, 1, height) ?? {}
      return [status, expedited, Number(votingEndTime?.seconds) - START / SECOND]
    }
    expect([13, 14, 19, 20].map(at)).toEqual([
      [VOTING_PERIOD, true, 13],
      [VOTING_PERIOD, false, 19],
      [VOTING_PERIOD, false, 19],
      [PASSED, false, 19],
    ])
    expect([13, 14, 15, 16].map((height) => votesAt(lens, 1, height).length)).toEqual([6, 0, 0, 2])
    expect(proposalAt(lens, 1, 14)?.finalTallyResult).toEqual(tallyAt(lens, 1, 13))
  })

  it('N49: before SDK 0.50 nothing is expedited or cancelled, and no reason is given', () => {
    const lens = small(
      [
        { at: 10, what: 'submit_proposal', expedited: true, kind: 'spend', fails: 'the pool is empty' },
        { at: 12, what: 'cancel_proposal', proposal: 1 },
        ...voting(1, 12),
      ],
      60,
      { cometVersion: '0.34.36' },
    )
    expect(proposalAt(lens, 1, 19)).toMatchObject({ status: VOTING_PERIOD, expedited: false })
    expect(proposalAt(lens, 1, 20)).toMatchObject({
      status: FAILED,
      failedReason: '',
      title: '',
      proposer: '',
    })
    // It counts a failed one anew.
    expect(tallyAt(lens, 1, 20)?.yesCount).toBe('0')
  })
})

describe('N54: governance by script', () => {
  it('N54: votes are as they are said to be, with weights too; the last one counts', () => {
    const lens = small([
      { at: 10, what: 'submit_proposal' },
      { at: 9, what: 'vote', proposal: 1, validator: 3 },
      { at: 12, what: 'vote', proposal: 1, validator: 2 },
      { at: 12, what: 'vote', proposal: 1, validator: 1, weights: { yes: '0.6', abstain: '0.4' } },
      { at: 15, what: 'vote', proposal: 1, validator: 2, option: 'no_with_veto' },
    ])
    const whole = '1.000000000000000000'
    expect([11, 12, 15].map((height) => voteAt(lens, 1, 2, height))).toEqual([
      null,
      [[1, whole]],
      [[4, whole]],
    ])
    expect(voteAt(lens, 1, 1, 15)).toEqual([
      [1, '0.6'],
      [2, '0.4'],
    ])
    expect(voteAt(lens, 1, 3, 15)).toBeNull()
    const tokens = lens.chain.history.at(15).validators[1]?.tokens ?? 0n
    expect(tallyAt(lens, 1, 12)?.abstainCount).toBe(String((tokens * 4n) / 10n))
  })

  it('N54: a vote ends when a script says so, and more is arranged while the chain runs', () => {
    const { chain, to } = smallChain([{ at: 10, what: 'submit_proposal' }], smallProfile({ governance }))
    to(12)
    for (const event of voting(1, 13)) chain.apply(event)
    chain.apply({ at: 14, what: 'end_voting', proposal: 1 })
    to(30)
    const lens = plainLens(chain.view())
    expect([13, 14].map((height) => proposalAt(lens, 1, height)?.status)).toEqual([VOTING_PERIOD, PASSED])
    expect(Number(proposalAt(lens, 1, 14)?.votingEndTime?.seconds) - START / SECOND).toBe(13)
    expect(() => chain.apply({ at: 40, what: 'vote', proposal: 1, validator: 99 })).toThrow('no validator 99')
  })

  it(`N48: no more than ${DECIDED_KEPT} decided ones are kept`, () => {
    const script = Array.from(
      { length: 30 },
      (_, more): ChainEvent => ({ at: 10 + more, what: 'submit_proposal' }),
    )
    const lens = small(script, 60)
    const ids = proposalsAt(lens, 58).map(({ id }) => Number(id))
    expect(ids).toEqual(Array.from({ length: DECIDED_KEPT }, (_, more) => 11 + more))
  })
})

describe('N50: what leads to an upgrade', () => {
  it('N50: a software upgrade that passes is the plan of x/upgrade; a later word of a script counts more', () => {
    const lens = small([
      { at: 10, what: 'submit_proposal', kind: 'upgrade', plan: { name: 'v9', height: 50 } },
      { at: 11, what: 'submit_proposal', kind: 'upgrade', plan: { name: 'too late', height: 15 } },
      ...voting(1, 12),
      ...voting(2, 12),
      { at: 40, what: 'upgrade_canceled' },
    ])
    const planAt = (height: number) => lens.chain.upgradePlanAt(height)?.name ?? null
    expect([19, 20, 39, 40].map(planAt)).toEqual([null, 'v9', 'v9', null])
    expect(proposalAt(lens, 2, 30)).toMatchObject({
      status: FAILED,
      failedReason: 'upgrade cannot be scheduled in the past: invalid request',
    })
  })
})
