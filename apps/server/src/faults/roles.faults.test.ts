import { expect, test, vi } from 'vitest'
import { onPostgresSites } from './testing/postgres-site.ts'
import { committed, longWait } from './testing/programs.ts'

// Processes of several roles on one PostgreSQL, of which one is stopped, as a host is that is paused, or does not reach
// the database any more, and comes back when another has its work.

onPostgresSites((siteOf) => {
  test('B235: a watcher that is stopped is followed by another, and writes nothing when it wakes', async () => {
    const site = siteOf()
    const gate = await site.gate()
    await site.start('notify', gate)
    const [active, other] = await site.activeFirst(
      await site.start('watch', gate),
      await site.start('watch', gate),
    )
    await site.missAndTell()
    const before = await site.fence()
    active.process.child.kill('SIGSTOP')
    await site.missAndTell()
    expect(await site.fence()).toBe(before + 1)
    active.process.child.kill('SIGCONT')
    const since = await committed(other)
    await site.missAndTell()
    // It takes over nothing by waking: the other one goes on under the same fence.
    await vi.waitFor(async () => expect(await committed(other)).toBeGreaterThan(since), longWait)
    expect(await site.fence()).toBe(before + 1)
    await site.expectToldOnce()
  })
})
