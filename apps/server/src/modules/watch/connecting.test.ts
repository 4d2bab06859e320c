import { afterEach, expect, test } from 'vitest'
import { createSimRig, type SimRig } from './testing/sim-rig.ts'
import { createSlowTime } from './testing/slow-time.ts'

let rig: SimRig
afterEach(() => rig.close())

const never = new AbortController().signal
const tickMs = 5_000
const watchedMs = 60_000

/** What the page says in each of the first seconds beside three endpoints, with the passes and the ticks of the program. */
async function beginBeside(answerMs: number): Promise<string[]> {
  rig = await createSimRig({ endpoints: ['a', 'b', 'c'] })
  const { clock, chain } = rig
  await clock.advance(200_000)
  chain.prepare()
  const time = createSlowTime(rig, answerMs)
  const { follower, writer } = time.process('slow')
  const following = (async () => {
    while (time.passedMs() < watchedMs) await clock.sleep(await follower.pass(never))
  })()
  const states: string[] = []
  while (time.passedMs() < watchedMs) {
    await time.pass(1_000)
    if (time.passedMs() % tickMs === 0) await writer.tick(follower.isBeginning())
    states.push((await rig.view()).status(clock.monotonic()).state)
  }
  await time.during(following)
  return states
}

test('W130: a first pass that takes longer than an answer may be old says CONNECTING until it commits', async () => {
  const states = await beginBeside(4_000)
  const known = states.indexOf('LIVE')
  expect(known).toBeGreaterThan(32)
  expect(new Set(states.slice(0, known))).toEqual(new Set(['CONNECTING']))
  expect(new Set(states.slice(known))).toEqual(new Set(['LIVE']))
})

test('W130: a first pass that nobody answers ends, and half a minute later the network is UNREACHABLE', async () => {
  const states = await beginBeside(60_000)
  const gone = states.indexOf('UNREACHABLE')
  expect(gone).toBeGreaterThanOrEqual(30)
  expect(gone).toBeLessThanOrEqual(50)
  expect(new Set(states.slice(0, gone))).toEqual(new Set(['CONNECTING']))
  expect(new Set(states.slice(gone))).toEqual(new Set(['UNREACHABLE']))
})
