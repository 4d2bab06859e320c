import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallProfile } from '../testing/small-chain.ts'
import { countVote, newSigningInfo, type SlashingLimits, slashingLimits } from './signing-info.ts'

/** x/slashing as its source reads: a bitmap by place, walked bit by bit. */
function referenceKeeper(startHeight: number, { window, maxMissed }: SlashingLimits) {
  let bitmap = new Set<number>()
  let indexOffset = 0
  let counter = 0
  return {
    counters: () => ({ indexOffset, missed: counter }),
    handle(height: number, missed: boolean): boolean {
      const index = indexOffset % window
      indexOffset += 1
      const previous = bitmap.has(index)
      if (!previous && missed) {
        bitmap.add(index)
        counter += 1
      } else if (previous && !missed) {
        bitmap.delete(index)
        counter -= 1
      }
      if (height <= startHeight + window || counter <= maxMissed) return false
      bitmap = new Set()
      counter = 0
      indexOffset = 0
      return true
    },
  }
}

describe('N4: signing infos count as x/slashing counts', () => {
  it('N4: agrees with a bitmap, vote by vote, whatever is missed', () => {
    const runs = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 12 })), { maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 25 }), fc.nat(25), runs, (window, tolerated, script) => {
        const limits = { window, maxMissed: Math.min(tolerated, window - 1) }
        const info = newSigningInfo(100)
        const reference = referenceKeeper(100, limits)
        let height = 101
        for (const [missed, length] of script) {
          for (let i = 0; i < length; i += 1) {
            height += 1
            expect(countVote(info, height, missed, limits)).toBe(reference.handle(height, missed))
            expect({ indexOffset: info.indexOffset, missed: info.missed }).toEqual(reference.counters())
          }
        }
      }),
    )
  })

  it('N4: jails only past the first window, and starts the counters again', () => {
    const limits = { window: 10, maxMissed: 5 }
    const info = newSigningInfo(0)
    const jailed = [...Array(11).keys()].map((at) => countVote(info, at + 1, true, limits))
    expect(jailed).toEqual([...Array<boolean>(10).fill(false), true])
    expect(info).toMatchObject({ missed: 0, indexOffset: 0, runs: [] })
  })

  it('N4: rounds the least number of signatures as LegacyDec does, half to even', () => {
    const limitsOf = (signedBlocksWindow: number, minSignedPerWindow: bigint) => {
      const { staking } = smallProfile({}, { signedBlocksWindow, minSignedPerWindow })
      return staking === null ? null : slashingLimits(staking.slashing).maxMissed
    }
    expect(limitsOf(10_000, 1_000_000_000_000_000n)).toBe(9_990)
    expect(limitsOf(5, 500_000_000_000_000_000n)).toBe(3)
    expect(limitsOf(7, 500_000_000_000_000_000n)).toBe(3)
    expect(limitsOf(88_888, 500_000_000_000_000_000n)).toBe(44_444)
  })
})
