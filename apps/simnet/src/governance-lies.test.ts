import { describe, expect, it } from 'vitest'
import { type FaultPlan, lensOf } from './faults.ts'
import { RpcFault } from './rpc/rpc-fault.ts'
import {
  proposalsAt,
  provenProposal,
  provenVote,
  voteAnswer,
  voteAt,
  votesAt,
} from './testing/governance-answers.ts'
import { smallChain, smallProfile } from './testing/small-chain.ts'

const WHOLE = '1.000000000000000000'
const [YES, NO] = [[[1, WHOLE]], [[3, WHOLE]]]

const { chain, to } = smallChain(
  [
    { at: 5, what: 'submit_proposal' },
    { at: 5, what: 'submit_proposal' },
    { at: 8, what: 'vote', proposal: 1, validator: 0 },
    { at: 8, what: 'vote', proposal: 2, validator: 0 },
    { at: 8, what: 'vote', proposal: 1, validator: 1, option: 'no' },
  ],
  smallProfile(),
)
to(30)
const seen = (...plan: FaultPlan) => lensOf(chain.view(), plan)
const truth = seen()

describe('N55: endpoints that lie about votes, and what gives them away', () => {
  it('N55: a hidden vote: by query and by key, whose proof then does not prove it; others are true', () => {
    const liar = seen({ kind: 'hidden_vote', validator: 0, proposal: 1 })
    const voter = truth.chain.roster[0]?.accountAddress ?? ''
    expect([truth, liar].map((lens) => voteAt(lens, 1, 0, 20))).toEqual([YES, null])
    expect(voteAnswer(liar, 1, 0, 20)).toMatchObject({
      code: 18,
      log: voteAnswer(truth, 1, 3, 20).log.replace(truth.chain.roster[3]?.accountAddress ?? '', voter),
    })
    expect(votesAt(liar, 1, 20)).toHaveLength(1)
    expect(proposalsAt(liar, 20, { voter }).map(({ id }) => id)).toEqual([2n])
    expect(() => provenVote(liar, 1, 0, 20)).toThrow()
    expect(provenVote(truth, 1, 0, 20)).toEqual(YES)
    expect([voteAt(liar, 2, 0, 20), provenVote(liar, 1, 1, 20)]).toEqual([YES, NO])
  })

  it('N55: a forged vote, of who has voted otherwise and of who has not voted', () => {
    const liar = seen({ kind: 'forged_vote', validator: 1 })
    expect([voteAt(liar, 1, 1, 20), voteAt(liar, 2, 1, 20)]).toEqual([YES, NO])
    expect(() => provenVote(liar, 1, 1, 20)).toThrow()
    expect(() => provenVote(liar, 2, 1, 20)).toThrow()
    expect(provenVote(liar, 1, 0, 20)).toEqual(YES)
    expect(provenProposal(liar, 1, 20)).toEqual(provenProposal(truth, 1, 20))
  })

  it('N55: the vote of another, whose proof proves another key', () => {
    const liar = seen({ kind: 'anothers_vote', validator: 3, as: 1 })
    expect([voteAt(truth, 1, 3, 20), voteAt(liar, 1, 3, 20)]).toEqual([null, NO])
    expect(
      votesAt(liar, 1, 20).filter(({ voter }) => voter === truth.chain.roster[1]?.accountAddress),
    ).toHaveLength(2)
    expect(() => provenVote(liar, 1, 3, 20)).toThrow()
    expect(provenVote(truth, 1, 3, 20)).toBeNull()
  })

  it('N55: an error instead of an answer, with the code of a vote that is not there; no state; a proxy that refuses', () => {
    const [broken, pruned, closed] = (
      ['governance_error', 'governance_pruned', 'governance_forbidden'] as const
    ).map((kind) => seen({ kind }))
    if (broken === undefined || pruned === undefined || closed === undefined) throw new Error('three of them')
    expect(voteAnswer(broken, 1, 0, 20)).toMatchObject({ code: 18 })
    expect(voteAnswer(broken, 1, 0, 20).log).not.toContain('not found')
    expect(() => provenVote(broken, 1, 0, 20)).toThrow('panic')
    expect(voteAnswer(pruned, 1, 0, 20).log).toBe(
      'failed to load state at height 20; version does not exist (latest height: 30): invalid request',
    )
    expect(() => provenVote(pruned, 1, 0, 20)).toThrow('proof is unexpectedly empty')
    expect(() => voteAnswer(closed, 1, 0, 20)).toThrow(RpcFault)
    expect(() => provenVote(closed, 1, 0, 20)).toThrow(RpcFault)
  })
})
