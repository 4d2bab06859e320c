import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'
import { expect, test } from 'vitest'
import { modelAfter } from '../model/chain-model.ts'
import { codeAt, keptHeights, letterOf } from '../model/letter-ring.ts'
import { memberFacts, newRecord } from '../model/validator-facts.ts'
import { someNetworkRow } from '../testing/some-network-row.ts'
import { member, staking, stateAt } from '../testing/some-state.ts'
import { batchOf, createChainMemory } from './batch.ts'

const record = newRecord(
  { ...memberFacts({ address: 'NEW', power: 1n }, undefined), operatorAddress: 'val1' },
  0,
  0,
)

/** What is known of a chain whose letters begin at a height and end below `height`. */
function memoryOf({ first, height }: { first: number; height: number }) {
  const letters = { at: 0, letters: new Uint8Array(), signedPower: null, totalPower: null, assurance: null }
  const heights = [first, height - 1]
  const model = modelAfter(null, {
    row: someNetworkRow({ height: height - 1 }),
    records: [record],
    blocks: heights.map((one) => ({ height: one, ...letters })),
    signing: null,
  })
  return createChainMemory({ model, oldKeys: [{ address: 'OLD', slot: 0 }], trusted: null, monotonic: 0 })
}

function block(height: number, key: string): BlockObservation {
  return {
    height,
    time: height,
    hash: 'H',
    proposer: key,
    validatorsHash: 'V',
    letters: new Map([[key, 'm']]),
    signedPower: 0n,
    totalPower: 1n,
    assurance: 'PROVEN',
    host: 'one.example',
  }
}

const batch = (
  known: { first: number; height: number },
  blocks: BlockObservation[],
  state: ChainState | null = null,
) =>
  batchOf(memoryOf(known), {
    head: { height: known.height, time: 0, host: 'one.example', inStep: true, observedAt: 0 },
    headAgeMs: 0,
    blocks,
    gap: null,
    state,
    trusted: null,
    assurance: null,
    now: 0,
  })

test('W62: letters are deleted once in 250 heights, and only where there are some that are too old', () => {
  const oldUpTo = (first: number, height: number) => batch({ first, height }, [block(height, 'NEW')]).oldUpTo
  expect(oldUpTo(1, 500)).toBeNull()
  expect(oldUpTo(1, 20_000)).toBe(20_000 - keptHeights)
  expect(oldUpTo(1, 20_001)).toBeNull()
  expect(oldUpTo(15_000, 20_000)).toBeNull()
})

test('W58: a block from before a rotation names the old key, and is the same validator’s', () => {
  const { blocks, validators } = batch({ first: 1, height: 10 }, [block(10, 'OLD'), block(11, 'NEW')])
  expect(validators).toEqual([])
  expect(blocks.map(({ letters }) => letterOf(codeAt(letters, 0)))).toEqual(['m', 'm'])
})

test('W17: a key that nobody has or had gets a row of its own', () => {
  const { blocks, validators } = batch({ first: 1, height: 10 }, [block(10, 'OTHER')])
  expect(validators).toEqual([
    expect.objectContaining({ slot: 1, consensusAddress: 'OTHER', operatorAddress: null }),
  ])
  expect(blocks.map(({ letters }) => letterOf(codeAt(letters, 1)))).toEqual(['m'])
})

test('W28: the bonded tokens are those of the bonded validators, whatever one host says that the pool holds', () => {
  const validators = [
    staking('val1', 'NEW', { tokens: 700n }),
    staking('val2', 'TWO', { tokens: 40n }),
    staking('val3', 'THREE', { tokens: 5n, status: 'BOND_STATUS_UNBONDING' }),
  ]
  const state = stateAt(9, validators, [member('NEW'), member('TWO')])
  expect(state.staking?.bondedTokens).toBe(1n)
  expect(batch({ first: 1, height: 10 }, [], state).network).toMatchObject({
    bondedTokens: 740n,
    bondedValidators: 2,
  })
})
