import { describe, expect, it, vi } from 'vitest'
import { FIRST_BLOCKS } from '../blocks/create-blocks.ts'
import type { ChainState } from '../chain/chain-state.ts'
import { networkProfiles } from '../network-profiles.data.ts'
import { createSimChain, type SimChain } from '../sim-chain.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { startWarmUp } from './warm-up.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

/** Waiting that runs what is due when it is told to. */
function turns() {
  let due: (() => void)[] = []
  const hold = (_ms: number, run: () => void) => {
    due.push(run)
    return { stop: () => void (due = due.filter((other) => other !== run)) }
  }
  const turn = () => {
    const now = due
    due = []
    for (const run of now) run()
  }
  return { waiting: { after: hold, every: hold }, turn, idle: () => due.length === 0 }
}

vi.setConfig({ testTimeout: 60_000 })

describe('N27: chains become ready in steps of bounded work', () => {
  it.each(['celestia', '0g-testnet'])('%s: one block or 2,000 heights a step', (slug) => {
    const profile = networkProfiles.find((one) => one.slug === slug) ?? networkProfiles[0]
    if (profile === undefined) throw new Error('no networks')
    const chain = createSimChain({ seed: 'demo', profile, clock: manualClock(NOW) })
    const known = () => chain.memory()?.newest ?? null
    const most = FIRST_BLOCKS + 1 + profile.cycleBlocks / 2_000 + 1
    let steps = 0
    let newest = known()
    while (!chain.prepareSome()) {
      steps += 1
      const now = known()
      if (newest !== null) expect(now).toBe(newest + 1)
      newest = now
    }
    expect(newest).toBe(chain.height())
    expect(steps).toBeLessThanOrEqual(most)
    const whole = createSimChain({ seed: 'demo', profile, clock: manualClock(NOW) })
    whole.prepare()
    expect(chain.memory()).toEqual(whole.memory())
    const shown = ({ votes, infos }: Readonly<ChainState>) => ({ votes, infos })
    const at = chain.height()
    expect(shown(chain.view().chain.history.at(at))).toEqual(shown(whole.view().chain.history.at(at)))
  })

  it('the first is ready before the second is begun; who asks waits for its own chain only', async () => {
    const worked: string[] = []
    const chainOf = (name: string, steps: number): SimChain => {
      let left = steps
      return { prepareSome: () => (worked.push(name), left-- === 0) } as unknown as SimChain
    }
    const [first, second] = [chainOf('first', 4), chainOf('second', 7)]
    const { waiting, turn, idle } = turns()
    const warmUp = startWarmUp([first, second], waiting)
    const answered: string[] = []
    warmUp.whenReady(second, () => answered.push('second'))
    warmUp.whenReady(first, () => answered.push('first'))
    turn()
    expect([worked.length, answered]).toEqual([3, []])
    turn()
    expect(answered).toEqual(['first'])
    expect(worked).toEqual(['first', 'first', 'first', 'first', 'first', 'second'])
    warmUp.whenReady(first, () => answered.push('first again'))
    expect(answered).toEqual(['first', 'first again'])
    for (let more = 0; more < 5 && !idle(); more += 1) turn()
    expect(answered).toEqual(['first', 'first again', 'second'])
    await warmUp.done
  })
})
