import { expect } from 'vitest'
import type { Scenario } from '../scenario.ts'
import { createWatch } from '../watch.ts'

/** What must at least lie between the last votes before a halt and the first ones after it. */
const haltMs = 20_000

export const halting: readonly Scenario[] = [
  {
    rule: 'C14',
    title:
      'a halt: an endpoint answers, no height comes, no letter is made up; at its end the next height follows',
    run: async (watch) => {
      const { chain, pool } = watch
      await chain.halt()
      const head = await watch.until('HALTED', () => {
        const newest = pool.head()
        return newest?.inStep && newest.height === watch.height() + 1 && watch.networkState() === 'HALTED'
          ? newest
          : null
      })
      const before = watch.height()
      expect(before).toBe(head.height - 1)
      await chain.resume()
      await watch.reach(before + 3)
      // A header's time is that of the votes on the block before: the first block after the halt is as old as its votes.
      const timeOf = (height: number) => watch.at(height).block.time
      expect(timeOf(head.height + 1) - timeOf(head.height)).toBeLessThan(haltMs)
      expect(timeOf(head.height + 2) - timeOf(head.height + 1)).toBeGreaterThan(haltMs)
      expect(watch.networkState()).toBe('LIVE')
      expect(watch.recording.gaps).toEqual([])
      expect(watch.timeline(before)).toEqual([])
      expect(watch.events(before)).toEqual([])
    },
  },
  {
    rule: 'C15',
    title:
      'no endpoint answers: what is known stays, nothing is made up; when they are back the next height follows',
    run: async (watch) => {
      const { chain, pool } = watch
      await chain.stopAll()
      const shown = await watch.shown()
      await chain.until('nobody answers', async () => {
        await watch.step()
        return pool.views().every((view) => view.state !== 'OK') ? true : null
      })
      await chain.until('UNREACHABLE', async () => {
        await watch.step()
        return watch.networkState() === 'UNREACHABLE' ? true : null
      })
      const before = watch.height()
      expect(before).toBeLessThanOrEqual(shown)
      expect(pool.head()?.height).toBe(shown)
      await chain.startAll()
      await watch.reach(shown + 2)
      await watch.until('LIVE', () => (watch.networkState() === 'LIVE' ? true : null))
      expect(watch.recording.gaps).toEqual([])
      expect(watch.timeline(before)).toEqual([])
      expect(watch.events(before)).toEqual([])
    },
  },
  {
    rule: 'C16',
    title:
      'a restart under a new id: the old follower believes none of it, a new one reads it from its first height',
    needs: ['new_id'],
    run: async (watch) => {
      const { chain, pool } = watch
      const old = chain.chainId()
      const before = watch.height()
      await chain.restartWithNewId('other-2')
      expect(chain.chainId()).not.toBe(old)
      await chain.until('the old follower sees another network', async () => {
        await watch.step()
        return pool.views().every((view) => view.state === 'WRONG_NETWORK') ? true : null
      })
      expect(watch.height() - before).toBeLessThanOrEqual(1)
      const next = createWatch(chain, 1)
      await next.reach(5)
      expect(next.at(1).block.hash).not.toBe(watch.recording.heights[0]?.block.hash)
      expect(await watch.step()).toBe(0)
    },
  },
]
