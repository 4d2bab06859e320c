import { test } from 'vitest'
import { onPostgresSites } from './testing/postgres-site.ts'
import { untilKnown } from './testing/programs.ts'

// A PostgreSQL of the test's own, and programs that find out and tell while it dies, comes back, or is another one.

onPostgresSites((siteOf) => {
  test('B234: restarted, killed and slow while alerts are told, nothing is lost, nobody is told twice', async () => {
    const site = siteOf()
    const gate = await site.gate()
    const programs = await Promise.all(['one', 'two'].map(() => site.start('watch,notify', gate)))
    await untilKnown(programs)
    await site.whileTelling()
    await site.postgres.restart('stop')
    await site.whileTelling()
    await site.postgres.restart('kill')
    gate.slowDown(150)
    await site.whileTelling()
    gate.slowDown(0)
    await site.expectToldOnce()
  })
})
