import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts'
import type { AlertEntry, AlertSetting, ManageAlertsBody } from '@roundsman/contract/alerts'

/** The channels that each setting goes through; what is off has none. */
export type Boxes = ReadonlyMap<number, ReadonlySet<NotificationChannel>>
/** Boxes that somebody changed and has not saved, by boxKey, as they are to be. */
export type Edits = Readonly<Record<string, boolean>>

export interface Box {
  setting: number
  channel: NotificationChannel
}

const boxKey = ({ setting, channel }: Box) => `${setting}:${channel}`

export function boxesOf(entries: readonly Pick<AlertEntry, 'setting_id' | 'channels'>[]): Boxes {
  return new Map(entries.map(({ setting_id, channels }) => [setting_id, new Set(channels)]))
}

export function isOn(boxes: Boxes, { setting, channel }: Box): boolean {
  return boxes.get(setting)?.has(channel) ?? false
}

export function isEdited(edits: Edits, box: Box): boolean {
  return boxKey(box) in edits
}

/** The edits with one box as it is to be; one that is as it was saved is no edit. */
export function withBox(saved: Boxes, edits: Edits, box: Box, on: boolean): Edits {
  const { [boxKey(box)]: _before, ...others } = edits
  return isOn(saved, box) === on ? others : { ...others, [boxKey(box)]: on }
}

/** What is saved with the edits over it. */
export function withEdits(saved: Boxes, edits: Edits): Boxes {
  const boxes = new Map([...saved].map(([setting, channels]) => [setting, new Set(channels)]))
  for (const [key, on] of Object.entries(edits)) {
    const { setting, channel } = boxOf(key)
    const channels = boxes.get(setting) ?? new Set()
    if (on) channels.add(channel)
    else channels.delete(channel)
    boxes.set(setting, channels)
  }
  return boxes
}

/** The edits that are still any: what was saved elsewhere meanwhile may be as somebody here wanted it. */
export function stillEdits(saved: Boxes, edits: Edits): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([key, on]) => isOn(saved, boxOf(key)) !== on))
}

/** The edits that make the boxes of some settings others; boxes of other settings stay as they are. */
export function editsTowards(
  saved: Boxes,
  edits: Edits,
  settings: readonly Pick<AlertSetting, 'id'>[],
  wanted: Boxes,
): Edits {
  let towards = edits
  for (const { id } of settings)
    for (const channel of notificationChannels) {
      const box = { setting: id, channel }
      towards = withBox(saved, towards, box, isOn(wanted, box))
    }
  return towards
}

/** As a change says them. */
export function entriesOfBoxes(boxes: Boxes): ManageAlertsBody['entries'] {
  return [...boxes]
    .map(([setting_id, on]) => ({ setting_id, channels: notificationChannels.filter((one) => on.has(one)) }))
    .filter(({ channels }) => channels.length > 0)
}

/** True if both go through the same channels. */
export function sameBoxes(a: Boxes, b: Boxes): boolean {
  const text = (boxes: Boxes) =>
    JSON.stringify(entriesOfBoxes(boxes).toSorted((one, other) => one.setting_id - other.setting_id))
  return text(a) === text(b)
}

function boxOf(key: string): Box {
  const [setting = '', channel] = key.split(':')
  const known = notificationChannels.find((one) => one === channel)
  if (known === undefined) throw new Error(`There is no box ${key}.`)
  return { setting: Number(setting), channel: known }
}
