import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { buildChildPlatform, print, stopWithTest } from '../../../testing/child-platform.ts'
import { createNotifications } from '../../notifications/notifications.public.ts'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { createComposer } from '../messages/compose.ts'
import { alertKind } from '../record/alert.store.ts'
import { settleSilences } from '../silences/settle-silences.ts'

// A process that ends silences, to be killed: `settle <where>` stands still there for ever (`withdrawing`, `telling` and
// `told` lie in the transaction, `settled` after it), `dispatch` sends what is told. `morning <where> <hours>` sends what has
// waited in quiet hours (`holding` and `held` lie in the transaction that holds it back), with the database's clock so far
// ahead that every lease of the process before is over.
const [, , mode, where, hours = '0'] = process.argv

const stand = async (place: string) => {
  print(place)
  if (place === where) await new Promise(() => undefined)
}

const built = await buildChildPlatform()
const now = () => sql`statement_timestamp() + make_interval(hours => ${Number(hours)}::int)`
const platform = hours === '0' ? built : { ...built, db: { ...built.db, now } }
const notifications = createNotifications(platform)
const compose = createComposer(platform.db, { byId: () => testNetwork() }, { of: async () => new Map() })
notifications.registerComposer(alertKind, async (happening) => {
  if (mode !== 'morning') return { subject: [...happening.references].sort().join(), paragraphs: ['text'] }
  const composed = await compose(happening)
  if (composed === null || typeof composed === 'string' || !('heldBack' in composed)) return composed
  const { heldBack } = composed
  if (heldBack === null) return composed
  const hold = async (tx: Tx) => {
    await stand('holding')
    const isHeld = await heldBack.hold(tx)
    await stand('held')
    return isHeld
  }
  return { ...composed, heldBack: { ...heldBack, hold } }
})

if (mode === 'settle') {
  await settleSilences(
    platform.db,
    {
      withdrawRecords: async (tx, records) => {
        await stand('withdrawing')
        await notifications.withdrawRecords(tx, records)
      },
      fanOut: async (tx, fanOut) => {
        await stand('telling')
        await notifications.fanOut(tx, fanOut)
        await stand('told')
      },
    },
    notificationChannels.filter((name) => name === 'EMAIL'),
  )
  await stand('settled')
} else {
  await notifications.module.start?.()
  for (const { loop } of notifications.module.loops ?? []) loop.start()
}
print('ready')

stopWithTest(stop)

async function stop(): Promise<void> {
  for (const { loop } of notifications.module.loops ?? []) if (mode !== 'settle') await loop.stop()
  await notifications.module.stop?.()
  await platform.db.close()
}
