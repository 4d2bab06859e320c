import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../platform/clock.ts'
import { onPostgresSites, type PostgresSite } from './testing/postgres-site.ts'
import { longWait } from './testing/programs.ts'

// Two processes that show, of which one is stopped, as a host is that is paused, and wakes when much has happened.

const Shown = z.object({ network_height: z.nullable(z.int()) })

/** Somebody who has the list of a process open; rejects where it does not answer in time. */
async function readerOf(
  site: PostgresSite,
): Promise<{ signal(name: NodeJS.Signals): void; height(): Promise<number> }> {
  const program = await site.start('web', await site.gate())
  const session = await site.signIn(program)
  const inTime = (late: Promise<Response>) =>
    Promise.race([late, systemClock.sleep(5_000).then(() => Promise.reject(new Error('it does not answer')))])
  return {
    signal: (name) => void program.process.child.kill(name),
    async height() {
      const answer = await inTime(session.call('GET', '/api/blockchains/list/9/'))
      return Shown.parse(await answer.json()).network_height ?? 0
    },
  }
}

onPostgresSites((siteOf) => {
  test('B254: while a process that shows is stopped the other one answers, and what wakes shows the present', async () => {
    const site = siteOf()
    await site.start('watch', await site.gate())
    const [one, two] = [await readerOf(site), await readerOf(site)]
    for (const reader of [one, two])
      await vi.waitFor(async () => expect(await reader.height()).toBeGreaterThan(0), longWait)
    one.signal('SIGSTOP')
    const stoppedAt = site.site.chain.height()
    await expect(one.height()).rejects.toThrow('it does not answer')
    await vi.waitFor(async () => expect(await two.height()).toBeGreaterThan(stoppedAt + 100), longWait)
    one.signal('SIGCONT')
    const present = await two.height()
    await vi.waitFor(async () => expect(await one.height()).toBeGreaterThanOrEqual(present), longWait)
  })
})
