import { expect, test } from 'vitest'
import { onPostgresSites } from './testing/postgres-site.ts'
import { committed } from './testing/programs.ts'

// Processes of several roles on one PostgreSQL, of which one is stopped, as a host is that is paused, or does not reach
// the database any more, and comes back when another has its work.

onPostgresSites((siteOf) => {
  test('B236: a notifier that is stopped while it sends is followed by another, and sends nothing twice when it wakes', async () => {
    const site = siteOf()
    const gate = await site.gate()
    const [active] = await site.activeFirst(await site.start('watch', gate), await site.start('watch', gate))
    expect(await committed(active)).toBeGreaterThan(0)
    const first = await site.start('notify', gate)
    const { twilio, miss } = site.site
    for (let ahead = 0; ahead < 3; ahead += 1) miss(ahead)
    await twilio.waitFor(1)
    first.process.child.kill('SIGSTOP')
    await site.start('notify', gate)
    await site.expectToldOnce()
    first.process.child.kill('SIGCONT')
    await site.missAndTell()
    await site.expectToldOnce()
  })

  test('B237: a watcher that does not reach the database any more is followed by one that does, and writes nothing once it does again', async () => {
    const site = siteOf()
    const [near, far] = [await site.gate(), await site.gate()]
    const one = await site.start('watch', near)
    const two = await site.start('watch', far)
    await site.start('notify', await site.gate())
    const [active] = await site.activeFirst(one, two)
    await site.missAndTell()
    const cutOff = active === one ? near : far
    const before = await site.fence()
    cutOff.cut()
    await site.missAndTell()
    expect(await site.fence()).toBe(before + 1)
    cutOff.heal()
    await site.missAndTell()
    expect(await site.fence()).toBe(before + 1)
    await site.expectToldOnce()
  })
})
