import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { someNetworkRow } from '../testing/some-network-row.ts'
import { type ChainModel, type LetterBlock, modelAfter, type StoredSigning } from './chain-model.ts'
import { memberFacts } from './facts-of-state.ts'
import { newRecord } from './validator-facts.ts'
import { packLetters } from './letter-ring.ts'
import { valuesAt } from './validator-values.ts'

const validators = [0, 1, 2].map((slot) => ({
  ...newRecord({ ...memberFacts({ address: `KEY${slot}`, power: 10n }, undefined), jailed: false }, slot, 0),
  id: slot + 1,
}))
const row = someNetworkRow({ signedBlocksWindow: 8, minSignedPerWindow: '0.5' })

/** Letters of three validators from height 1 on; null: a height that nobody knows. */
const letters = fc.array(
  fc.option(fc.tuple(...validators.map(() => fc.constantFrom('s', 'm', 'n', 'p'))), { freq: 20 }),
  {
    minLength: 1,
    maxLength: 40,
  },
)

function blocksOf(all: readonly (readonly ('s' | 'm' | 'n' | 'p')[] | null)[]): LetterBlock[] {
  return all.flatMap((one, index) => {
    if (one === null) return []
    const power = { signedPower: 20n, totalPower: 30n, assurance: 'PROVEN' } as const
    return [{ height: index + 1, at: 1_000 * index, letters: packLetters([...one.entries()]), ...power }]
  })
}

/** The signing infos of a state at a height, as the chain would have counted from height 1 on, without jailing. */
function signingAt(all: readonly (readonly string[] | null)[], stateHeight: number): StoredSigning {
  const counted = all.slice(0, stateHeight - 1)
  const infos = validators.map(({ slot }) => {
    const missed = counted.slice(-8).filter((one) => one?.[slot] === 'm').length
    return [1, counted.length, missed] as const
  })
  return { stateHeight, infos }
}

const model = (before: ChainModel | null, blocks: readonly LetterBlock[], signing: StoredSigning | null) =>
  modelAfter(before, { row, records: before ? [] : validators, blocks, signing })

test('W59: the values at a height are the same whether it came alone or with fifty others', () => {
  fc.assert(
    fc.property(letters, fc.nat(40), fc.nat(40), (all, at, cut) => {
      const blocks = blocksOf(all)
      const height = Math.min(at, all.length - 1) + 1
      const signing = signingAt(all, Math.min(cut + 1, height))
      const atOnce = model(null, blocks, signing)
      let oneByOne = model(null, [], signing)
      for (const block of blocks) if (block.height <= height) oneByOne = model(oneByOne, [block], signing)
      expect(valuesAt(atOnce, height)).toEqual(valuesAt(oneByOne, height))
    }),
  )
})

test('W50: a memory brought up to date batch by batch says what one that read everything at once says', () => {
  fc.assert(
    fc.property(letters, fc.array(fc.nat(39)), (all, states) => {
      const blocks = blocksOf(all)
      const readAt = [...new Set(states.map((state) => Math.min(state, all.length - 1) + 1))].sort(
        (a, b) => a - b,
      )
      let followed = model(null, [], null)
      for (const block of blocks) {
        const signing = readAt.includes(block.height) ? signingAt(all, block.height) : followed.signing
        followed = model(followed, [block], signing)
      }
      const read = model(null, blocks, followed.signing)
      expect(valuesAt(followed, followed.ring.newest())).toEqual(valuesAt(read, read.ring.newest()))
      expect(followed.signedPowerShare).toBe(read.signedPowerShare)
    }),
  )
})

test('W6: of another epoch nothing is taken over', () => {
  const before = model(null, blocksOf([['s', 's', 'm']]), signingAt([['s', 's', 'm']], 1))
  const after = modelAfter(before, {
    row: { ...row, epoch: row.epoch + 1 },
    records: [],
    blocks: [],
    signing: null,
  })
  expect(after.ring.newest()).toBeNull()
  expect(after).toMatchObject({ records: [], signing: null, signedPowerShare: null })
  expect(valuesAt(before, 1)[2]).toMatchObject({ letter: 'm', consecutiveMissed: 1 })
})

test('W21: what has left has no values, and what is not known is null', () => {
  const known = model(null, blocksOf([['s', 's', 'm']]), null)
  const [first] = validators
  if (!first) throw new Error('there are three')
  const left = modelAfter(known, { row, records: [{ ...first, removedAt: 5 }], blocks: [], signing: null })
  expect(valuesAt(left, 1)[0]).toBeNull()
  expect(valuesAt(left, 1)[1]).toMatchObject({
    powerShare: 0.5,
    uptime: null,
    missedBlocks: null,
    secondsToJail: null,
  })
  expect(valuesAt(left, null)[1]).toMatchObject({ letter: null, consecutiveMissed: null })
})
