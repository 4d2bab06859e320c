import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createSimRig } from './testing/sim-rig.ts'

test('W12: a process that begins again after a while is connecting, then unreachable, with the last known values', async () => {
  const database = await createTestDatabase()
  const rig = await createSimRig({ database })
  const list = async () => (await rig.view()).list(rig.clock.monotonic()).body
  try {
    await rig.to(20)
    // The reader was there before: the database's clock, by which it judges at first sight, does not move in tests.
    expect((await list()).status.state).toBe('LIVE')
    for (const endpoint of ['a', 'b'] as const) rig.setFaults(endpoint, [{ kind: 'html' }])
    await rig.clock.advance(60_000)
    expect((await list()).status.state).toBe('UNREACHABLE')

    await rig.database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
    await rig.process('two').follower.pass(new AbortController().signal)
    expect((await list()).status.state).toBe('CONNECTING')
    expect((await list()).network_height).toBe(20)

    await rig.clock.advance(30_500)
    expect((await list()).status.state).toBe('UNREACHABLE')
  } finally {
    await rig.close()
    await database.drop()
  }
})
