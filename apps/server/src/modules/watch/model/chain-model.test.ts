import { isWithin } from '@roundsman/cometbft/state-doubts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { someNetworkRow } from '../testing/some-network-row.ts'
import { type ChainModel, type LetterBlock, modelAfter, type StoredSigning } from './chain-model.ts'
import { packLetters } from './letter-ring.ts'
import { memberFacts, newRecord } from './validator-facts.ts'
import { counterBoundsAt, valuesAt } from './validator-values.ts'

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
    secondsToJailAtMost: null,
  })
  expect(valuesAt(left, null)[1]).toMatchObject({ letter: null, consecutiveMissed: null })
})

test('W64: counters that the chain has by its own blocks are never doubted, whatever letters are known', () => {
  fc.assert(
    fc.property(letters, fc.nat(40), fc.nat(40), fc.array(fc.nat(40)), (all, one, other, unknown) => {
      const known = all.map((letter) => letter ?? (['s', 'm', 's'] as const))
      const [from, to] = [Math.min(one, other), Math.max(one, other)].map(
        (at) => Math.min(at, known.length) + 1,
      )
      const blocks = blocksOf(known.map((letter, index) => (unknown.includes(index) ? null : letter)))
      const after = infosAt(known, to ?? 1)
      const bounds = counterBoundsAt(model(null, blocks, signingAt(known, from ?? 1)), to ?? 1)
      for (const [consensus, info] of after) {
        const allowed = bounds.get(consensus)
        expect(allowed && isWithin(allowed, info)).toBe(true)
      }
    }),
  )
})

test('W64: where the letters say what leaves the window, one miss more or less is doubted', () => {
  const all = 'smssmsssssssmss'.split('').map((letter) => ['s', letter, 's'] as ('s' | 'm')[])
  const bounds = counterBoundsAt(model(null, blocksOf(all), signingAt(all, 11)), 16).get('KEY1')
  const info = infosAt(all, 16).get('KEY1')
  if (!bounds || !info) throw new Error('there is one')
  const doubted = [-1, 0, 1].map(
    (more) => !isWithin(bounds, { ...info, missedBlocks: info.missedBlocks + more }),
  )
  expect(doubted).toEqual([true, false, true])
})

/** The counters that the chain has in a state, by key. */
function infosAt(all: Parameters<typeof signingAt>[0], stateHeight: number) {
  return new Map(
    signingAt(all, stateHeight).infos.map((tuple, slot) => {
      const [startHeight, indexOffset, missedBlocks] = tuple ?? [0, 0, 0]
      return [`KEY${slot}`, { startHeight, indexOffset, missedBlocks }] as const
    }),
  )
}

test('W193: the misses of one that misses on are no more than they can be, those of any other as they were read', () => {
  // Nobody saw the first blocks: two were missed in a window of 8, and which of them leave is not known.
  const signing = { stateHeight: 21, infos: validators.map(() => [1, 20, 2] as const) }
  const letter = (height: number, of: readonly [string, string, string]) => ({
    ...{ height, at: 1_000 * height, signedPower: 20n, totalPower: 30n, assurance: 'PROVEN' as const },
    letters: packLetters([...of.entries()] as never),
  })
  const blocks = [letter(20, ['s', 's', 's']), letter(21, ['m', 's', 's']), letter(22, ['m', 's', 's'])]
  const known = model(null, blocks, signing)
  expect(valuesAt(known, 22)[0]).toMatchObject({
    ...{ missedBlocks: 2, missedBlocksExact: false, consecutiveMissed: 2 },
  })
  expect(valuesAt(known, 22)[1]).toMatchObject({
    ...{ missedBlocks: 2, missedBlocksExact: true, consecutiveMissed: 0 },
  })
  // Once all old ones must have left, each further one counts.
  const later = model(known, [letter(23, ['m', 's', 's']), letter(24, ['m', 's', 's'])], signing)
  expect(valuesAt(later, 24)[0]).toMatchObject({ missedBlocks: 4, consecutiveMissed: 4 })
})
