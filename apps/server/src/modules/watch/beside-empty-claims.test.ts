import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createSimRig, type SimRig } from './testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

describe('R34: an endpoint that claims eight heights more each second and shows none of them', () => {
  test.each(['a', 'b', 'c'] as const)(
    'holds no letters up beside two that are honest, as %s',
    async (liar) => {
      rig = await createSimRig({ database, endpoints: ['a', 'b', 'c'] })
      await rig.to(20)
      rig.setFaults(liar, [{ kind: 'empty_claims', height: rig.chain.height() }])
      const behind: number[] = []
      const states = new Set<string>()
      for (let second = 1; second <= 45; second++) {
        await rig.poll(1_000)
        const { state, height } = (await rig.view()).status(rig.clock.monotonic())
        behind.push(rig.chain.height() - (height ?? 0))
        states.add(state)
      }
      expect(Math.max(...behind)).toBeLessThanOrEqual(2)
      expect([...states]).toEqual(['LIVE'])
    },
  )
})
