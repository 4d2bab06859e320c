import type { NotificationChannel } from '@roundsman/contract/accounts'
import { settingId } from '@roundsman/contract/alerts'
import type { Boxes } from './boxes.ts'
import type { Recommended } from './recommended.data.ts'

/**
 * A recommended set with the channels that can be used (P131): others are left out, and where none of a setting's is
 * left, mail takes it.
 */
export function recommend(set: readonly Recommended[], usable: ReadonlySet<NotificationChannel>): Boxes {
  return new Map(
    set.map(({ condition, trigger, channels }) => {
      const left = channels.filter((channel) => usable.has(channel))
      const mail: NotificationChannel[] = usable.has('EMAIL') ? ['EMAIL'] : []
      return [settingId(condition, trigger), new Set(left.length > 0 ? left : mail)]
    }),
  )
}
