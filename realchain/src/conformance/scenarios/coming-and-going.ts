import { expect } from 'vitest'
import { expectOwnStakes } from '../own-stakes.ts'
import { createProvenFollower } from '../proven-follower.ts'
import type { Scenario } from '../scenario.ts'
import type { Watch } from '../watch.ts'
import { signsAgain } from './signing.ts'

const power = 1000n

export const comingAndGoing: readonly Scenario[] = [
  {
    rule: 'C9',
    title:
      'a validator joins: bonded at once, in the set two heights later, with a signing info that begins there',
    needs: ['join_and_leave'],
    run: async (watch) => {
      const before = watch.height()
      await watch.chain.join(power)
      const operator = watch.chain.members()[4]?.operator
      const height = await watch.until('v4 is there', () =>
        watch.firstHeight(
          before,
          ({ state }) => state.staking?.validators.some((one) => one.operatorAddress === operator) ?? false,
        ),
      )
      await watch.reach(height + 2)
      expect(watch.events(before)).toEqual(['v4 joined'])
      expect(watch.timeline(before)).toEqual(['v4 joined'])
      expect(watch.validator(4)).toMatchObject({ status: 'BOND_STATUS_BONDED', jailed: false })
      expect(watch.letters(4, height, height + 1)).toBe('--')
      expect(watch.place(4, height + 2)).toMatchObject({ place: 4, member: { power } })
      expect(watch.info(4, height)).toMatchObject({ startHeight: height, missedBlocks: 0 })
      await signsAgain(watch, 4)
    },
  },
  {
    rule: 'C10',
    title: 'it leaves: jailed for want of a stake of its own, unbonding, and gone when the unbonding is over',
    needs: ['join_and_leave'],
    run: async (watch) => {
      const before = watch.height()
      await watch.chain.leave()
      await watch.until('v4 has no stake', () => (watch.validator(4)?.tokens === 0n ? true : null))
      const left = watch.firstHeight(
        before,
        ({ state }) => state.staking?.validators.some((one) => one.tokens === 0n) ?? false,
      )
      if (left === null) throw new Error('left at no height')
      await watch.reach(left + 2)
      expect(watch.events(before)).toEqual(['v4 jailed', 'v4 power_changed', 'v4 unbonding'])
      expect(watch.timeline(before)).toEqual(['v4 jailed', 'v4 power_changed', 'v4 unbonding'])
      expect(watch.place(4, left + 1)).not.toBeNull()
      expect(watch.place(4, left + 2)).toBeNull()
      await expectNoOwnStake(watch, 4)
      const unbondingAt = watch.validator(4)?.unbondingAt ?? 0
      const gone = await watch.until('v4 is gone', () =>
        watch.firstHeight(
          left,
          ({ state }) => state.staking?.validators.every((one) => one.tokens > 0n) ?? false,
        ),
      )
      expect(watch.at(gone).block.time).toBeGreaterThanOrEqual(unbondingAt)
      expect(watch.at(gone - 1).block.time).toBeLessThan(unbondingAt)
      expect(watch.events(left + 2)).toEqual(['v4 removed'])
      // The product believes an absence when a second answer has it too.
      await watch.reach(gone + 1)
      expect(watch.timeline(left + 2)).toEqual(['v4 removed'])
    },
  },
]

/** Of all the others, one of them slashed, what x/staking says itself is proven. */
async function expectNoOwnStake({ chain }: Watch, index: number): Promise<void> {
  const follower = createProvenFollower({ chain, urls: chain.endpoints, fetch: chain.fetch })
  const state = await chain.until('a state with own stakes', async () => {
    await follower.step()
    return follower.states.at(-1) ?? null
  })
  await expectOwnStakes(chain, chain.endpoints[0] ?? '', [state])
  expect(state.selfDelegations.get(chain.members()[index]?.operator ?? '')?.tokens).toBe(0n)
}
