import { expect } from 'vitest'
import type { Scenario } from '../scenario.ts'
import type { Watch } from '../watch.ts'
import { allSign, signsAgain, stopAndMiss } from './signing.ts'

/** Slashed tokens: parts of what its power was worth, power being whole units. */
function afterSlash(watch: Watch, index: number, height: number, permille: bigint): bigint {
  const { powerReduction } = watch.chain.agreed
  const tokens = watch.validator(index, height - 1)?.tokens ?? 0n
  const power = watch.place(index, height - 1)?.member.power ?? 0n
  return tokens - (power * powerReduction * permille) / 1000n
}

/** Where processors are busy, a node may be late and miss a block, more than once. */
const isOfMisses = /missed|missing|Jail within|risk of jail/

/** In this order, among what the windows of the chains and the shares of the others make of it; and nothing twice. */
function expectReported(watch: Watch, from: number, lines: readonly string[]): void {
  const reported = watch.reported(from)
  expect(reported.filter((line) => lines.includes(line))).toEqual(lines)
  const others = reported.filter((line) => !isOfMisses.test(line))
  expect(others.filter((line, at) => others.indexOf(line) !== at)).toEqual([])
}

export const jailing: readonly Scenario[] = [
  {
    rule: 'C4, C19',
    title: 'jailing: at the height that the letters say, slashed, out of the set two heights later',
    run: async (watch) => {
      const { maxMissed, downtimeJailMs, slashDowntimePermille } = watch.chain.agreed
      // What it missed before is over, also for who waits for ten signed blocks.
      await allSign(watch, 12)
      const before = watch.height()
      await stopAndMiss(watch, 1, 1)
      await watch.until('v1 jailed', () => (watch.validator(1)?.jailed ? true : null))
      const height = watch.firstHeight(before, ({ state }) =>
        (state.staking?.validators ?? []).some(
          (one) => one.jailed && one.consensus === watch.chain.members()[1]?.consensus,
        ),
      )
      if (height === null) throw new Error('jailed at no height')
      await watch.reach(height + 3)
      const window = watch.letters(1, height - watch.chain.agreed.signedBlocksWindow, height - 1)
      expect(window.split('m').length - 1).toBe(maxMissed + 1)
      expect(watch.letters(1, height - 1, height + 3)).toBe('mmm--')
      expect(watch.events(before)).toEqual(['v1 jailed', 'v1 power_changed', 'v1 unbonding'])
      expect(watch.timeline(before)).toEqual(['v1 jailed', 'v1 slashed', 'v1 unbonding'])
      expectReported(watch, before, [
        'v1 BEGAN 1 block missed',
        'v1 BEGAN 3 blocks missed in a row',
        'v1 BEGAN 5 blocks missed in a row',
        'v1 BEGAN Jailed',
        'v1 CHANGED Slashed',
        'v1 ENDED Left the active set',
      ])
      expect(watch.validator(1)).toMatchObject({
        jailed: true,
        status: 'BOND_STATUS_UNBONDING',
        tokens: afterSlash(watch, 1, height, slashDowntimePermille),
      })
      expect(watch.info(1, height)).toMatchObject({
        missedBlocks: 0,
        indexOffset: 0,
        tombstoned: false,
        jailedUntil: watch.at(height).block.time + downtimeJailMs,
      })
    },
  },
  {
    rule: 'C5, C19',
    title: 'un-jailing: bonded in the same block, back in the set two heights later, and it signs again',
    run: async (watch) => {
      await watch.chain.startValidator(1)
      const until = watch.info(1)?.jailedUntil ?? Number.POSITIVE_INFINITY
      await watch.until('the end of the term', () => (watch.state().time > until ? true : null))
      const before = watch.height()
      const tokens = watch.validator(1)?.tokens
      await watch.chain.unjail(1)
      await watch.until('v1 not jailed', () => (watch.validator(1)?.jailed === false ? true : null))
      const height = watch.firstHeight(
        before,
        ({ state }) => state.staking?.validators.every((one) => !one.jailed) ?? false,
      )
      if (height === null) throw new Error('un-jailed at no height')
      await watch.reach(height + 2)
      expect(watch.place(1, height + 1)).toBeNull()
      expect(watch.place(1, height + 2)).not.toBeNull()
      expect(watch.events(before)).toEqual(['v1 bonded', 'v1 unjailed'])
      expect(watch.timeline(before)).toEqual(['v1 bonded', 'v1 unjailed'])
      expectReported(watch, before, ['v1 BEGAN Entered the active set', 'v1 ENDED Unjailed'])
      expect(watch.validator(1)).toMatchObject({ jailed: false, status: 'BOND_STATUS_BONDED', tokens })
      expect(watch.info(1)?.startHeight).toBe(height)
      await signsAgain(watch, 1)
      await allSign(watch, 3)
    },
  },
]

export const tombstoning: readonly Scenario[] = [
  {
    rule: 'C13, C19',
    title: 'tombstoning: jailed for good, slashed for double signing, out of the set two heights later',
    needs: ['tombstone'],
    run: async (watch) => {
      const before = watch.height()
      await watch.chain.tombstone(0)
      await watch.until('v0 tombstoned', () => (watch.info(0)?.tombstoned ? true : null))
      const height = watch.firstHeight(
        before,
        ({ state }) => state.slashing?.infos.some((one) => one.tombstoned) ?? false,
      )
      if (height === null) throw new Error('tombstoned at no height')
      await watch.chain.endTombstone()
      await watch.reach(height + 3)
      expect(watch.events(before)).toEqual(['v0 jailed', 'v0 power_changed', 'v0 tombstoned', 'v0 unbonding'])
      // Slashed, it falls behind v1.
      expect(watch.timeline(before)).toEqual([
        'v0 jailed',
        'v0 rank_changed',
        'v0 slashed',
        'v0 tombstoned',
        'v0 unbonding',
      ])
      expectReported(watch, before, [
        'v0 BEGAN Jailed',
        'v0 BEGAN Tombstoned',
        'v0 CHANGED Slashed',
        'v0 ENDED Left the active set',
      ])
      expect(watch.letters(0, height, height + 3)).toMatch(/^[spnm]{2}--$/)
      expect(watch.validator(0)).toMatchObject({
        jailed: true,
        status: 'BOND_STATUS_UNBONDING',
        tokens: afterSlash(watch, 0, height, watch.chain.agreed.slashDoubleSignPermille),
      })
      // 9999-12-31T23:59:59Z, as x/evidence writes it.
      expect(watch.info(0)).toMatchObject({ tombstoned: true, jailedUntil: 253_402_300_799_000 })
      // Its tokens stay bound until the unbonding is over; then it is unbonded, in the first block that is not before.
      const unbondingAt = watch.validator(0)?.unbondingAt ?? 0
      await watch.until('v0 unbonded', () =>
        watch.validator(0)?.status === 'BOND_STATUS_UNBONDED' ? true : null,
      )
      const end = watch.firstHeight(height, ({ block }) => block.time >= unbondingAt) ?? 0
      expect(watch.validator(0, end - 1)?.status).toBe('BOND_STATUS_UNBONDING')
      expect(watch.validator(0, end)?.status).toBe('BOND_STATUS_UNBONDED')
      expect(watch.timeline(height + 3)).toEqual(['v0 unbonded'])
    },
  },
]
