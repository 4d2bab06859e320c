import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { ChainChange } from '../recording/chain-change.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

const never = new AbortController().signal

test('W66: letters do not wait for a state that is due, and the state comes after them', async () => {
  const changes: Pick<ChainChange, 'state' | 'seq'>[] = []
  let committed: () => void = () => undefined
  rig = await createSimRig({
    database,
    participants: [
      {
        name: 'watcher',
        commit: () => Promise.resolve(),
        committed(change) {
          changes.push(change)
          committed()
        },
      },
    ],
  })
  let opened: () => void = () => undefined
  let gate = Promise.resolve()
  const { follower } = rig.process('gated', {
    ...rig.net,
    // Nothing is given up here, however long the gate is closed.
    clock: { ...rig.clock, timeoutSignal: () => never },
    async fetch(url, init) {
      if (typeof init?.body === 'string' && init.body.includes('abci_query')) await gate
      return fetch(url, init)
    },
  })
  const poll = async () => {
    rig.chain.prepare()
    const pause = await follower.pass(never)
    await follower.connection()?.pool.idle()
    return pause
  }
  await rig.clock.advance(rig.chain.shownAt(20) - rig.clock.now())
  while ((await poll()) === 0);
  const { row } = (await rig.view()).model() ?? {}
  expect(row).toMatchObject({ height: 19, stateHeight: 19 })

  await rig.clock.advance(rig.chain.shownAt(45) - rig.clock.now())
  gate = new Promise((resolve) => {
    opened = resolve
  })
  changes.length = 0
  const lettersCommitted = new Promise<void>((resolve) => {
    committed = resolve
  })
  const pass = poll()
  await lettersCommitted
  expect((await rig.view()).model()?.row).toMatchObject({ height: 44, headHeight: 45, stateHeight: 19 })
  opened()
  await pass
  expect((await rig.view()).model()?.row).toMatchObject({ height: 44, headHeight: 45, stateHeight: 44 })
  expect(changes.map(({ state }) => state?.height ?? null)).toEqual([null, 44])
})
