import { expect } from 'vitest'
import type { Scenario } from '../scenario.ts'
import type { Watch } from '../watch.ts'

const four = [0, 1, 2, 3] as const

/** Reads on until all four have signed `count` heights in a row. @returns the first of them */
export async function allSign(watch: Watch, count: number): Promise<number> {
  const from = watch.height() + 1
  return watch.until(`${count} heights signed by all four`, () => {
    const last = watch.height()
    const first = last - count + 1
    if (first < from) return null
    return four.every((index) => /^[sp]+$/.test(watch.letters(index, first, last))) ? first : null
  })
}

/** Reads on until validator `index` has signed again. */
export async function signsAgain(watch: Watch, index: number): Promise<void> {
  const from = watch.height() + 1
  await watch.until(`v${index} signs`, () =>
    /[sp]/.test(watch.letters(index, from, watch.height())) ? true : null,
  )
}

/** Stops a validator and reads on until it has missed `count` heights. @returns the first height that it cannot have signed */
export async function stopAndMiss(watch: Watch, index: number, count: number): Promise<number> {
  await watch.chain.stopValidator(index)
  // The block after the newest may have had its vote before it stopped; the one after that cannot.
  const first = (await watch.shown()) + 2
  await watch.until(`v${index} misses ${count}`, () =>
    watch.letters(index, first, watch.height()).length >= count ? true : null,
  )
  return first
}

export const signing: readonly Scenario[] = [
  {
    rule: 'C1',
    title: 'all sign: a letter for each, one of them the proposer, and nothing happens',
    run: async (watch) => {
      const first = await allSign(watch, 10)
      for (let height = first; height < first + 10; height += 1) {
        const letters = four.map((index) => watch.letters(index, height, height)).sort()
        expect(letters).toEqual(['p', 's', 's', 's'])
      }
      expect(watch.recording.gaps).toEqual([])
      expect(watch.events(first)).toEqual([])
      expect(watch.timeline(first)).toEqual([])
      // Some block before these may have been missed, while the nodes found each other; what the chain counts of it is
      // read only now and then, and falls out of its window meanwhile.
      const over = / ENDED Signing again after /
      const isOfBefore = (line: string) =>
        / (BEGAN .* of the window missed|ENDED No longer missing more than .* of the window)$/.test(line) &&
        four.some((index) => line.startsWith(`v${index} `) && watch.letters(index, 0, first).includes('m'))
      expect(watch.reported(first).filter((line) => !over.test(line) && !isOfBefore(line))).toEqual([])
      expect(watch.networkState()).toBe('LIVE')
    },
  },
  {
    rule: 'C2',
    title: 'one absent: missed from the first block that it cannot have signed, for as long as it is away',
    run: async (watch) => {
      const before = watch.height()
      const first = await stopAndMiss(watch, 1, 3)
      const missed = watch.height()
      expect(watch.letters(1, first, missed)).toMatch(/^m+$/)
      await watch.chain.startValidator(1)
      await signsAgain(watch, 1)
      expect(watch.letters(1, before, watch.height())).toMatch(/^[spn]*m[spnm]*[sp]$/)
      await watch.reach(watch.height() + 1)
      expect(watch.info(1)?.missedBlocks).toBeGreaterThanOrEqual(missed - first + 1)
      expect(watch.events(before)).toEqual([])
      expect(watch.timeline(before)).toEqual([])
      await allSign(watch, 3)
    },
  },
  {
    rule: 'C3',
    title: 'a nil vote has a letter of its own and counts as signed',
    needs: ['nil_vote'],
    run: async (watch) => {
      const from = watch.height() + 1
      await watch.chain.voteNil(0)
      const height = await watch.until('a nil vote', () =>
        watch.firstHeight(
          from,
          ({ block }) => block.letters.get(watch.chain.members()[0]?.consensus ?? '') === 'n',
        ),
      )
      // The vote on a block is counted in the block after it.
      await watch.reach(height + 1)
      const count = (at: number) => watch.info(0, at)?.missedBlocks ?? -1
      expect(watch.letters(0, height, height)).toBe('n')
      expect(count(height + 1)).toBeLessThanOrEqual(count(height))
      expect(watch.info(0, height + 1)?.indexOffset).toBe((watch.info(0, height)?.indexOffset ?? -1) + 1)
      await watch.chain.voteUsually(0)
      await allSign(watch, 3)
    },
  },
]
