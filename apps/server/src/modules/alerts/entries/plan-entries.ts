import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { EntryRow } from '../alerts.schema.ts'

/** What an entry is on; neither key: the network, or every one of it. */
interface EntryTarget {
  validatorKey: string | null
  bridgeKey: string | null
}

/** A target of a change. `keys`: every name under which entries on it may be kept, the one for new ones first. */
export interface ChangedTarget {
  kind: 'network' | 'validator' | 'bridge'
  keys: readonly string[]
}

interface WantedEntry {
  settingId: number
  channels: readonly NotificationChannel[]
}

export interface EntryPlan {
  remove: number[]
  /** `moved`: to the name that entries on the target have now; null: it has it. */
  change: { id: number; channels: NotificationChannel[]; moved: EntryTarget | null }[]
  add: ({ settingId: number; channels: NotificationChannel[] } & EntryTarget)[]
}

/**
 * What makes the entries on each of the targets those that are wanted, one for each setting. What stays keeps its id;
 * entries on other targets are not touched. Pure.
 */
export function planEntries(
  present: readonly EntryRow[],
  targets: readonly ChangedTarget[],
  wanted: readonly WantedEntry[],
): EntryPlan {
  const plan: EntryPlan = { remove: [], change: [], add: [] }
  const channelsOf = new Map(wanted.map(({ settingId, channels }) => [settingId, inOrder(channels)]))
  for (const target of targets) {
    const missing = new Map([...channelsOf].filter(([, channels]) => channels.length > 0))
    for (const row of present.filter((one) => isOn(one, target))) {
      const channels = missing.get(row.settingId)
      missing.delete(row.settingId)
      if (channels === undefined) plan.remove.push(row.id)
      else plan.change.push(...changeOf(row, target, channels))
    }
    for (const [settingId, channels] of missing) plan.add.push({ settingId, channels, ...placeOf(target) })
  }
  return plan
}

/** Each channel once, in the order of the contract, as the table wants them. */
function inOrder(channels: readonly NotificationChannel[]): NotificationChannel[] {
  return notificationChannels.filter((channel) => channels.includes(channel))
}

/** True where an entry is one of those on a target. */
export function isOn({ validatorKey, bridgeKey }: EntryTarget, { kind, keys }: ChangedTarget): boolean {
  if (kind === 'network') return validatorKey === null && bridgeKey === null
  const key = kind === 'validator' ? validatorKey : bridgeKey
  return key !== null && keys.includes(key)
}

function placeOf({ kind, keys }: ChangedTarget): EntryTarget {
  const [key = null] = keys
  return {
    validatorKey: kind === 'validator' ? key : null,
    bridgeKey: kind === 'bridge' ? key : null,
  }
}

/** None where the entry is as it should be. */
function changeOf(
  row: EntryRow,
  target: ChangedTarget,
  channels: NotificationChannel[],
): EntryPlan['change'] {
  const place = placeOf(target)
  const isThere = row.validatorKey === place.validatorKey && row.bridgeKey === place.bridgeKey
  // Both are in the contract's order.
  if (isThere && row.channels.join() === channels.join()) return []
  return [{ id: row.id, channels, moved: isThere ? null : place }]
}
