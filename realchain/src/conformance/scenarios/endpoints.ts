import { expect } from 'vitest'
import { createRecorder } from '../recorder.ts'
import type { Recorded } from '../recording.ts'
import type { Scenario } from '../scenario.ts'
import type { Watch } from '../watch.ts'
import { allSign } from './signing.ts'

/** Index of the endpoint that the watch reads from now. */
function inUse(watch: Watch): number {
  const host = watch.pool.head()?.host
  return watch.chain.endpoints.findIndex((url) => new URL(url).host === host)
}

/** What the chain says at a height, whoever it was read from. */
function reportedBy({ block, state }: Recorded) {
  const { host: _host, ...said } = block
  const { source: _source, upgrade, ...values } = state
  return { block: said, state: { ...values, plan: upgrade?.plan } }
}

export const endpoints: readonly Scenario[] = [
  {
    rule: 'C11',
    title:
      'the endpoint in use stops: another one is read from, no height is lost; it comes back and is believed again',
    run: async (watch) => {
      const lost = inUse(watch)
      expect(lost).toBeGreaterThanOrEqual(0)
      const before = watch.height()
      const known = watch.pool.head()?.height ?? 0
      await watch.chain.stopValidator(lost)
      const shown = await watch.shown()
      expect(shown).toBeGreaterThanOrEqual(known)
      await watch.reach(shown + 2)
      expect(inUse(watch)).not.toBe(lost)
      expect(watch.recording.gaps).toEqual([])
      const host = new URL(watch.chain.endpoints[lost] ?? '').host
      const view = () => watch.pool.views().find((one) => one.host === host)
      expect(view()?.state).toBe('FAILING')
      await watch.chain.startValidator(lost)
      await watch.until('it is believed again', () => {
        const { state, height } = view() ?? {}
        return state === 'OK' && (height ?? 0) > shown ? true : null
      })
      expect(watch.events(before)).toEqual([])
      await allSign(watch, 2)
    },
  },
  {
    rule: 'C12',
    title:
      'a pruned height: a node that has forgotten gives a gap, one that has not gives the block, and both agree after',
    needs: ['prune'],
    run: async (watch) => {
      const { chain } = watch
      const start = watch.recording.heights[0]?.block.height ?? 1
      const short = createRecorder({
        chain,
        endpoints: [chain.pruningEndpoint],
        chainId: chain.chainId(),
        from: start,
      })
      const gap = await chain.until('the pruning node has forgotten', async () => {
        await short.step()
        return short.recording.gaps[0] ?? null
      })
      expect(gap.from).toBe(start)
      await chain.until('the recordings meet', async () => {
        await short.step()
        return (short.recording.heights.at(-1)?.block.height ?? 0) > gap.to + 5 ? true : null
      })
      // It goes on forgetting while it is read: then the gap has grown before the first block came.
      const { gaps } = short.recording
      const last = gaps.at(-1) ?? gap
      expect(gaps.slice(1).map(({ from }) => from)).toEqual(gaps.slice(0, -1).map(({ to }) => to + 1))
      expect(short.recording.heights[0]?.block.height).toBe(last.to + 1)
      await watch.reach(last.to + 5)
      for (const { block, state } of short.recording.heights.slice(0, 5)) {
        expect(reportedBy(watch.at(block.height))).toEqual(reportedBy({ block, state }))
      }
      // The others have kept it all, and the walk finds them.
      const whole = createRecorder({ chain, chainId: chain.chainId(), from: start })
      await chain.until('the whole chain is read', async () => {
        await whole.step()
        return (whole.recording.heights.at(-1)?.block.height ?? 0) >= gap.to ? true : null
      })
      expect(whole.recording.gaps).toEqual([])
      expect(whole.recording.heights.slice(0, 1).map(reportedBy)).toEqual(
        watch.recording.heights.slice(0, 1).map(reportedBy),
      )
    },
  },
]
