import { describe, expect, test } from 'vitest'
import type { ChainState, SigningInfo } from '../domain.ts'
import { asKnown } from '../testing/as-known.ts'
import { RECORDED_HEIGHT, recordedNode } from '../testing/recorded-node.ts'
import { readChainState } from './chain-state.ts'
import { boundsAfter, doubtsAbout, type KnownValidator } from './state-doubts.ts'

const shares = 10n ** 18n

/** A recorded state whose validators have 4, 3, 2 and 1 thousand tokens, by operator address. */
async function stateOf(): Promise<ChainState & { staking: NonNullable<ChainState['staking']> }> {
  const state = await readChainState(recordedNode('a.example'), RECORDED_HEIGHT)
  if (state.staking === null) throw new Error('recorded without x/staking')
  const validators = [...state.staking.validators]
    .sort((a, b) => (a.operatorAddress < b.operatorAddress ? -1 : 1))
    .map((validator, index) => {
      const tokens = BigInt(4 - index) * 1_000_000n
      return { ...validator, tokens, delegatorShares: tokens * shares }
    })
  return { ...state, staking: { ...state.staking, validators } }
}

async function doubtsWhere(
  known: Partial<KnownValidator>,
  ofWhom = 1,
  change: (infos: readonly SigningInfo[]) => SigningInfo[] = (infos) => [...infos],
): Promise<number[]> {
  const state = await stateOf()
  const { staking, slashing } = state
  const before = asKnown({ validators: staking.validators, infos: slashing?.infos ?? [] }).map(
    (record, index) => (index === ofWhom ? { ...record, ...known } : record),
  )
  const operators = state.staking.validators.map(({ operatorAddress }) => operatorAddress)
  // Ten blocks ago, of which the validator missed two.
  const counters = new Map(
    slashing?.infos.map(({ consensus, missedBlocks: missed, ...info }) => [
      consensus,
      boundsAfter({ ...info, missed, height: RECORDED_HEIGHT - 10 }, RECORDED_HEIGHT, {
        counted: 10,
        missed: 2,
      }),
    ]),
  )
  const said = slashing && { ...slashing, infos: change(slashing.infos) }
  const { operators: doubted } = doubtsAbout({
    state: { ...state, slashing: said },
    known: before,
    counters,
    nextSet: null,
  })
  return doubted.map((operator) => operators.indexOf(operator))
}

describe('R86: what is looked at before anything is reported', () => {
  test('nothing, where all is as it was known', async () => {
    expect(await doubtsWhere({})).toEqual([])
  })

  const changes: [string, Partial<KnownValidator>][] = [
    ['jailed', { jailed: true }],
    ['tombstoned', { tombstoned: true }],
    ['the bond', { bondStatus: 'BOND_STATUS_UNBONDING' }],
    ['the commission', { commissionRate: '0.5' }],
    ['the most that its commission may be', { commissionMaxRate: '0.5' }],
    ['its address on the web', { website: 'https://other.example' }],
    ['whose picture it has', { identity: 'other' }],
    ['to whom to write', { securityContact: 'other' }],
    ['what it says of itself', { details: 'other' }],
    ['a two-hundredth of the tokens', { tokens: 3_015_076n, delegatorShares: 3_015_076n * shares }],
    ['small changes that add up to what is reported', { reportedTokens: 3_030_304n }],
    ['the worth of a share, by three millionths', { tokens: 3_000_010n }],
  ]
  test.each(changes)('%s', async (_name, known) => {
    expect(await doubtsWhere(known)).toEqual([1])
  })

  const counters: [string, Partial<SigningInfo>, boolean][] = [
    ['as many misses more as the blocks in between have', { missedBlocks: 2 }, false],
    ['one more than they have', { missedBlocks: 3 }, true],
    ['a miss less for each of them', { missedBlocks: -10 }, false],
    ['one less than that', { missedBlocks: -11 }, true],
    ['as many blocks counted as there were', { indexOffset: 10 }, false],
    ['more blocks counted than there were', { indexOffset: 11 }, true],
    ['blocks that are not counted any more', { indexOffset: -1 }, true],
    ['another start', { startHeight: 1 }, true],
  ]
  test.each(counters)(
    'counters: %s',
    async (_name, { missedBlocks = 0, indexOffset = 0, startHeight = 0 }, isDoubted) => {
      const state = await stateOf()
      const { consensus } = state.staking.validators[1] ?? {}
      const moved = (info: SigningInfo) => ({
        ...info,
        missedBlocks: info.missedBlocks + missedBlocks,
        indexOffset: info.indexOffset + indexOffset,
        startHeight: info.startHeight + startHeight,
      })
      const doubted = await doubtsWhere({}, 1, (infos) =>
        infos.map((info) => (info.consensus === consensus ? moved(info) : info)),
      )
      expect(doubted).toEqual(isDoubted ? [1] : [])
    },
  )

  test('not less than that: delegations come and go', async () => {
    for (const tokens of [2_990_000n, 3_010_000n])
      expect(await doubtsWhere({ tokens, delegatorShares: tokens * shares })).toEqual([])
    expect(await doubtsWhere({ reportedTokens: 3_020_000n })).toEqual([])
  })

  test('whoever has passed another one, by however little', async () => {
    // The first had fewer than the second before, the second is where it was.
    const tokens = 2_999_999n
    expect(
      await doubtsWhere({ tokens, delegatorShares: tokens * shares, reportedTokens: tokens }, 0),
    ).toEqual([0])
    const passed = await doubtsWhere({ tokens: 4_000_001n, delegatorShares: 4_000_001n * shares })
    expect(passed).toEqual([1])
  })
})
