import { MsgCommunityPoolSpend } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { Params } from 'cosmjs-types/cosmos/gov/v1/gov'
import { QueryParamsRequest, QueryParamsResponse, QueryVoteRequest } from 'cosmjs-types/cosmos/gov/v1/query'
import { MsgExecLegacyContent } from 'cosmjs-types/cosmos/gov/v1/tx'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSoftwareUpgrade } from 'cosmjs-types/cosmos/upgrade/v1beta1/tx'
import { describe, expect, it } from 'vitest'
import type { ChainEvent } from '../chain/chain-event.ts'
import { storeKeys, uint64 } from '../stores/store-keys.ts'
import {
  asked,
  proposalAt,
  proposalsAt,
  proposalsPage,
  provenProposal,
  provenValue,
  provenVote,
  tallyAt,
  voteAnswer,
  voteAt,
  votesAt,
} from '../testing/governance-answers.ts'
import { smallChain, smallProfile } from '../testing/small-chain.ts'
import { plainLens } from './chain-lens.ts'

const governance = {
  depositMs: 60_000,
  votingMs: 60_000,
  expeditedMs: 20_000,
  minDeposit: 100,
  proposalEveryMs: null,
  signalDelay: null,
}
const modern = smallProfile({ governance })
const legacy = smallProfile({ governance, cometVersion: '0.34.36' })

function small(script: readonly ChainEvent[], profile = modern) {
  const { chain, to } = smallChain(script, profile)
  to(40)
  return plainLens(chain.view())
}

const script: readonly ChainEvent[] = [
  { at: 5, what: 'submit_proposal', title: '<b>One</b>', summary: '**first**', expedited: true, proposer: 2 },
  { at: 6, what: 'submit_proposal', kind: 'spend', funded: false },
  { at: 7, what: 'submit_proposal', kind: 'upgrade', plan: { name: 'v7', height: 500 }, title: 'Up' },
  { at: 8, what: 'vote', proposal: 1, validator: 4 },
  { at: 9, what: 'vote', proposal: 3, validator: 4, option: 'no' },
  { at: 9, what: 'vote', proposal: 3, validator: 1, weights: { yes: '0.5', no_with_veto: '0.5' } },
]
const lens = small(script)
const old = small(script, legacy)
const ids = (proposals: readonly { id: bigint }[]) => proposals.map(({ id }) => Number(id))

describe('N52: votes and proposals by query', () => {
  it('N52: proposals by status and by voter; a status that does not exist filters nothing', () => {
    const voter = lens.chain.roster[4]?.accountAddress ?? ''
    const other = lens.chain.roster[1]?.accountAddress ?? ''
    expect(ids(proposalsAt(lens, 20))).toEqual([1, 2, 3])
    expect(ids(proposalsAt(lens, 20, { status: 2 }))).toEqual([1, 3])
    expect(ids(proposalsAt(lens, 20, { status: 1 }))).toEqual([2])
    expect(ids(proposalsAt(lens, 20, { status: 9 }))).toEqual([1, 2, 3])
    expect(ids(proposalsAt(lens, 20, { status: 2, voter }))).toEqual([1, 3])
    expect(ids(proposalsAt(lens, 8, { status: 2, voter }))).toEqual([1])
    expect(ids(proposalsAt(lens, 20, { voter: other }))).toEqual([3])
  })

  it('N52: a hundred a page when no limit is given, and pages by key', () => {
    const many = small(Array.from({ length: 130 }, (): ChainEvent => ({ at: 5, what: 'submit_proposal' })))
    const first = proposalsPage(many, 20)
    expect([first.proposals.length, Number(first.pagination?.total)]).toEqual([100, 130])
    const rest = proposalsPage(many, 20, { key: first.pagination?.nextKey ?? new Uint8Array() })
    expect(ids(rest.proposals)).toEqual(Array.from({ length: 30 }, (_, more) => 101 + more))
    const three = proposalsPage(many, 20, { limit: 3 })
    expect(ids(three.proposals)).toEqual([1, 2, 3])
    expect(three.pagination?.nextKey).toEqual(new Uint8Array(uint64(4)))
  })

  it('N52: a vote that is not there is an invalid request, in the words of the SDK', () => {
    const voter = lens.chain.roster[0]?.accountAddress ?? ''
    const log = `rpc error: code = InvalidArgument desc = voter: ${voter} not found for proposal: 1: invalid request`
    expect(voteAnswer(lens, 1, 0, 20)).toMatchObject({ code: 18, log })
    expect(voteAnswer(lens, 77, 0, 20)).toMatchObject({
      code: 18,
      log: log.replace('proposal: 1', 'proposal: 77'),
    })
    expect(voteAt(lens, 1, 4, 20)).toEqual([[1, '1.000000000000000000']])
    const request = (proposalId: bigint, address: string) =>
      asked(
        lens,
        '/cosmos.gov.v1.Query/Vote',
        QueryVoteRequest.encode({ proposalId, voter: address }).finish(),
        20,
      )
    const coded = 'rpc error: code = InvalidArgument desc'
    expect(request(0n, voter).log).toBe(`${coded} = proposal id can not be 0: invalid request`)
    expect(request(1n, '').log).toBe(`${coded} = empty voter address: invalid request`)
    expect(request(1n, lens.chain.roster[0]?.operatorAddress ?? '')).toMatchObject({
      code: 18,
      log: 'invalid Bech32 prefix; expected pb, got pbvaloper: invalid request',
    })
  })

  it('N52: proposals say what the SDK of their chain knows of them', () => {
    expect(proposalAt(lens, 1, 20)).toMatchObject({
      title: '<b>One</b>',
      summary: '**first**',
      proposer: lens.chain.roster[2]?.accountAddress,
      expedited: true,
      messages: [],
    })
    const [spend] = proposalAt(lens, 2, 20)?.messages ?? []
    expect(spend?.typeUrl).toBe('/cosmos.distribution.v1beta1.MsgCommunityPoolSpend')
    expect(MsgCommunityPoolSpend.decode(spend?.value ?? new Uint8Array()).amount[0]?.denom).toBe('nhash')
    const upgrades = [lens, old].map(
      (each) => proposalAt(each, 3, 20)?.messages[0]?.value ?? new Uint8Array(),
    )
    for (const value of upgrades)
      expect(MsgSoftwareUpgrade.decode(value).plan).toMatchObject({ name: 'v7', height: 500n })
    const first = proposalAt(old, 1, 20)
    expect(first).toMatchObject({ title: '', summary: '', proposer: '', expedited: false })
    const content = MsgExecLegacyContent.decode(first?.messages[0]?.value ?? new Uint8Array()).content
    expect(content?.typeUrl).toBe('/cosmos.gov.v1beta1.TextProposal')
    expect(TextProposal.decode(content?.value ?? new Uint8Array())).toEqual({
      title: '<b>One</b>',
      description: '**first**',
    })
    expect(JSON.parse(proposalAt(old, 3, 20)?.metadata ?? '')).toMatchObject({ title: 'Up' })
  })

  it('N52: parameters: all at once; at 0.46 those of one kind', () => {
    const params = (each: typeof lens, paramsType: string) =>
      asked(each, '/cosmos.gov.v1.Query/Params', QueryParamsRequest.encode({ paramsType }).finish(), 20)
    const { params: all } = QueryParamsResponse.decode(params(lens, '').value)
    expect(all).toMatchObject({ quorum: '0.334000000000000000', votingPeriod: { seconds: 60n } })
    expect(
      Params.decode(provenValue(lens, 'gov', storeKeys.governanceParams, 20) ?? new Uint8Array()),
    ).toEqual(all)
    const tallying = QueryParamsResponse.decode(params(old, 'tallying').value)
    expect([tallying.tallyParams?.threshold, tallying.params]).toEqual(['0.500000000000000000', undefined])
    expect(params(old, '')).toMatchObject({
      code: 18,
      log: 'rpc error: code = InvalidArgument desc =  is not a valid parameter type: invalid request',
    })
    const stored = provenValue(old, 'params', Buffer.from('gov/votingparams'), 20) ?? []
    expect(Buffer.from(stored).toString()).toBe('{"voting_period":"60000000000"}')
  })

  it('N52: where there is no x/gov, and of paths that nobody serves, the path is unknown', () => {
    const without = small([], smallProfile({ governance: null }))
    for (const [each, method] of [
      [without, 'Proposals'],
      [lens, 'Deposits'],
    ] as const) {
      expect(asked(each, `/cosmos.gov.v1.Query/${method}`, new Uint8Array(), 20)).toMatchObject({
        code: 6,
        log: 'unknown query path: unknown request',
      })
    }
    expect(() => provenValue(without, 'gov', storeKeys.nextProposal, 20)).toThrow('no such store: gov')
  })
})

describe('N53: votes and proposals can be proven', () => {
  it('N53: proposals, votes, and that there is none, at every height, the same as by query', () => {
    for (const each of [lens, old]) {
      for (const height of [4, 8, 9, 30]) {
        for (const id of [1, 2, 3, 4]) {
          expect(provenProposal(each, id, height)).toEqual(proposalAt(each, id, height))
          for (const validator of [0, 1, 4])
            expect(provenVote(each, id, validator, height)).toEqual(voteAt(each, id, validator, height))
        }
        const next = proposalsAt(each, height).length + 1
        expect(provenValue(each, 'gov', storeKeys.nextProposal, height)).toEqual(new Uint8Array(uint64(next)))
      }
    }
  })

  it('N53: those that are voted on are marked, not at 0.46; and stand in the queue by their end, those of deposits too', () => {
    const marked = [1, 2, 3].map((id) => provenValue(lens, 'gov', storeKeys.votedProposal(id), 20))
    expect(marked).toEqual([Uint8Array.of(1), null, Uint8Array.of(1)])
    expect(provenValue(old, 'gov', storeKeys.votedProposal(1), 20)).toBeNull()
    const end = (time: { seconds: bigint; nanos: number } | undefined) =>
      Number(time?.seconds ?? 0n) * 1_000 + (time?.nanos ?? 0) / 1e6
    for (const each of [lens, old]) {
      const [voting, waiting] = [1, 2].map((id) => proposalAt(each, id, 20))
      const active = storeKeys.activeProposal(end(voting?.votingEndTime), 1)
      expect(provenValue(each, 'gov', active, 20)).toEqual(new Uint8Array(uint64(1)))
      expect(provenValue(each, 'gov', active, 4)).toBeNull()
      const inactive = storeKeys.inactiveProposal(end(waiting?.depositEndTime), 2)
      expect(provenValue(each, 'gov', inactive, 20)).toEqual(new Uint8Array(uint64(2)))
    }
    const key = Buffer.from(storeKeys.activeProposal(Date.UTC(2026, 0, 2, 3, 4, 5, 60), 9))
    expect(key.subarray(1, 30).toString()).toBe('2026-01-02T03:04:05.060000000')
  })

  it('N53: votes are listed in the order of their keys, and counted', () => {
    const voters = [4, 1].map((index) => lens.chain.roster[index])
    voters.sort((a, b) => Buffer.compare(a?.operatorBytes ?? Buffer.of(), b?.operatorBytes ?? Buffer.of()))
    expect(votesAt(lens, 3, 20).map(({ voter }) => voter)).toEqual(
      voters.map((entry) => entry?.accountAddress),
    )
    const tokens = (index: number) => lens.chain.history.at(20).validators[index]?.tokens ?? 0n
    expect(tallyAt(lens, 3, 20)).toEqual({
      yesCount: String(tokens(1) / 2n),
      noWithVetoCount: String(tokens(1) / 2n),
      noCount: String(tokens(4)),
      abstainCount: '0',
    })
  })
})
