import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { afterEach, expect, test } from 'vitest'
import { createSimRig, type SimRig } from './testing/sim-rig.ts'
import { createSlowTime } from './testing/slow-time.ts'

let rig: SimRig
afterEach(() => rig.close())

const never = new AbortController().signal
const blockTimeMs = 6_000
const answerMs = 2_500
const watchedMs = 95_000

test('R35: three endpoints that take 2.5 s for each answer are kept up with, whatever is read beside the blocks', async () => {
  const small = smallProfile({ blockTimeMs })
  const staking = small.staking && { ...small.staking, unbondingMs: 21 * 86_400_000 }
  rig = await createSimRig({ endpoints: ['a', 'b', 'c'], profile: { ...small, staking } })
  const { clock, chain } = rig
  await clock.advance(200 * blockTimeMs)
  chain.prepare()
  const time = createSlowTime(rig, answerMs)
  const { follower } = time.process('slow')
  const heights = new Set<number>()
  const states = new Set<string>()
  const missed: number[] = []
  let behind = 0
  while (time.passedMs() < watchedMs) {
    const newest = chain.height()
    const pause = await time.during(follower.pass(never))
    const { state, height } = (await rig.view()).status(clock.monotonic())
    states.add(state)
    heights.add(height ?? 0)
    missed.push(Math.max(0, newest - (height ?? 0)))
    behind = chain.height() - (height ?? 0)
    if (pause > 0) await time.pass(pause)
  }
  // Each pass ends with what was there when it began, and of that which has come meanwhile little is left.
  expect(missed).toEqual(missed.map(() => 0))
  expect(behind).toBeLessThanOrEqual(4)
  expect(heights.size).toBeGreaterThanOrEqual(6)
  expect(states).toEqual(new Set(['LIVE']))
})
