import { test } from 'vitest'
import { onPostgresSites } from './testing/postgres-site.ts'
import { untilKnown } from './testing/programs.ts'

// A PostgreSQL of the test's own, and programs that find out and tell while it dies, comes back, or is another one.

onPostgresSites((siteOf) => {
  test('B233: the primary dies while alerts are told and its replica is promoted: nothing is lost, nobody is told twice', async () => {
    const site = siteOf()
    const replica = await site.synchronousReplica()
    const gate = await site.gate()
    const programs = await Promise.all(['one', 'two'].map(() => site.start('watch,notify', gate)))
    await untilKnown(programs)
    await site.whileTelling()
    await site.postgres.kill()
    await replica.promote()
    gate.leadTo(replica.port)
    await site.whileTelling()
    await site.expectToldOnce(replica.port)
  })
})
