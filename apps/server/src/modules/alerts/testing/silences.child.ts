import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import { buildChildPlatform, print, stopWithTest } from '../../../testing/child-platform.ts'
import { createNotifications } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'
import { settleSilences } from '../silences/settle-silences.ts'

// A process that ends silences, to be killed: `settle <where>` stands still there for ever (`withdrawing`, `telling` and
// `told` lie in the transaction, `settled` after it), `dispatch` sends what is told.
const [, , mode, where] = process.argv

const stand = async (place: string) => {
  print(place)
  if (place === where) await new Promise(() => undefined)
}

const platform = await buildChildPlatform()
const notifications = createNotifications(platform)
notifications.registerComposer(alertKind, ({ references }) =>
  Promise.resolve({ subject: [...references].sort().join(), paragraphs: ['text'] }),
)

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
  for (const { loop } of notifications.module.loops ?? []) if (mode === 'dispatch') await loop.stop()
  await notifications.module.stop?.()
  await platform.db.close()
}
