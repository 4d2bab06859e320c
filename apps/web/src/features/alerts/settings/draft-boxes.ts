import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { AlertEntry, AlertSetting, ManageAlertsBody, WatchedAs } from '@roundsman/contract/alerts/alerts'
import { useEffect, useMemo, useState } from 'react'
import { type Operation, useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import type { Boxes } from '../../../data/alerts/recommended.data.ts'
import { saveSettings, type UserSettings, watchedAs } from '../../../data/alerts/user-alert-settings.ts'
import { useDraftWatchedAs } from './draft-watched-as.ts'
import {
  bodyTargetsOf,
  chosenOf,
  draftNameOf,
  entriesOfOne,
  entriesOn,
  type Target,
} from '../targets/target.ts'

export interface DraftBoxes {
  /** What is on, with the edits over what is saved. */
  boxes: Boxes
  edits: Edits
  /** As what the user watches the target, with the edit over what is saved; null: it is no validator of theirs. */
  watchedAs: WatchedAs | null
  watchAs: (as: WatchedAs) => void
  /** Boxes that are not as they were saved, and one for as what it is watched. */
  changes: number
  /** Settings that nothing is sent for as they are saved, and that the edits turn on. */
  begun: readonly number[]
  /** Chosen validators or bridges, besides the first, whose settings are others than those shown. */
  others: number
  set: (box: Box, on: boolean) => void
  /** Makes the boxes of these settings as wanted. */
  start: (settings: readonly AlertSetting[], wanted: Boxes) => void
  discard: () => void
  save: Operation & { run: () => void }
}

/**
 * The boxes of a target as somebody edits them. The edits are kept over whatever is saved, so that what another tab
 * saves meanwhile is shown and they stay (P134).
 *
 * @param usable channels; of others only what is saved already is saved again (P626): the server refuses what is new
 * @param teamId whose settings they are; null: the user's own
 */
export function useDraftBoxes(
  target: Target,
  user: UserSettings,
  usable: ReadonlySet<NotificationChannel>,
  teamId: number | null,
): DraftBoxes {
  const services = useServices()
  const { drafts, session } = services
  const { entries } = user
  const role = useDraftWatchedAs(target, user, teamId)
  const name = draftNameOf(target, teamId)
  const kept = () => readDraft(drafts.read(name))
  const [written, write] = useState(kept)
  const saved = useMemo(() => boxesOf(entriesOn(target, entries)), [target, entries])
  const edits = useMemo(() => stillEdits(saved, written), [saved, written])
  const boxes = useMemo(() => withEdits(saved, edits), [saved, edits])
  const change = (after: Edits) => {
    drafts.write(name, Object.fromEntries(Object.entries(after).map(([key, on]) => [key, on ? 'on' : ''])))
    write(after)
  }
  // Whoever leaves it of their own will has left it; whoever lost the session finds it again (P82).
  useEffect(() => () => void (session.user() && drafts.drop(name)), [drafts, session, name])
  const ids = chosenOf(target)?.ids ?? []
  const isOther = (id: number) =>
    !sameBoxes(boxesOf(entriesOfOne(target, id, entries)), boxes) ||
    (role.value !== null && watchedAs(user, id) !== role.value)
  const save = useAction<Sent, void>(
    (sent) => {
      const wanted = new Map(
        [...boxes].map(([setting, on]) => [
          setting,
          new Set([...on].filter((channel) => usable.has(channel) || isOn(saved, { setting, channel }))),
        ]),
      )
      return saveSettings(services, {
        ...{ teamId, targets: bodyTargetsOf(target), entries: entriesOfBoxes(wanted) },
        ...(sent.role === null ? {} : { watchedAs: sent.role }),
      })
    },
    {
      // What was changed while it was under way is not saved yet (P360).
      onLoaded(_, sent) {
        change(withoutSent(kept(), sent.edits))
        role.saved(sent.role)
      },
      scope: { id: 'alerts' },
    },
  )
  return {
    boxes,
    edits,
    save: { ...save, run: () => save.run({ edits: written, role: role.toSend }) },
    watchedAs: role.value,
    watchAs: role.choose,
    changes: Object.keys(edits).length + (role.isEdited ? 1 : 0),
    begun: begunOf(saved, boxes),
    others: ids.filter(isOther).length,
    // While a save is under way, what is shown as saved may be taken back: then every edit is kept as it was made.
    set: (box, on) => change(save.loading ? withEdit(kept(), box, on) : withBox(saved, edits, box, on)),
    start: (settings, wanted) => change(editsTowards(saved, edits, settings, wanted)),
    discard() {
      save.reset()
      change({})
      role.discard()
    },
  }
}

interface Sent {
  edits: Edits
  role: WatchedAs | null
}

function readDraft(draft: Readonly<Record<string, string>> = {}): Edits {
  return Object.fromEntries(Object.entries(draft).map(([key, on]) => [key, on === 'on']))
}

/** Boxes that somebody changed and has not saved, by boxKey, as they are to be. */
type Edits = Readonly<Record<string, boolean>>

interface Box {
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

/** The settings that go by some channel in what is wanted, and by none in what is saved. */
function begunOf(saved: Boxes, wanted: Boxes): number[] {
  const isSent = (boxes: Boxes, setting: number) => (boxes.get(setting)?.size ?? 0) > 0
  return [...wanted.keys()].filter((setting) => isSent(wanted, setting) && !isSent(saved, setting))
}

/** The edits with one more, whatever is saved. */
function withEdit(edits: Edits, box: Box, on: boolean): Edits {
  return { ...edits, [boxKey(box)]: on }
}

/** The edits that a save did not have. */
function withoutSent(edits: Edits, sent: Edits): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([key, on]) => sent[key] !== on))
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

/** Boxes as they are to be, with those of channels that cannot be used just now left as they are. */
export function withUnusable(wanted: Boxes, boxes: Boxes, usable: ReadonlySet<NotificationChannel>): Boxes {
  const settings = new Set([...wanted.keys(), ...boxes.keys()])
  return new Map(
    [...settings].map((setting) => {
      const left = [...(boxes.get(setting) ?? [])].filter((channel) => !usable.has(channel))
      return [setting, new Set([...(wanted.get(setting) ?? []), ...left])]
    }),
  )
}

/** As a change says them. */
export function entriesOfBoxes(boxes: Boxes): ManageAlertsBody['entries'] {
  return [...boxes]
    .map(([setting_id, on]) => ({ setting_id, channels: notificationChannels.filter((one) => on.has(one)) }))
    .filter(({ channels }) => channels.length > 0)
}

/** True if both go through the same channels. */
function sameBoxes(a: Boxes, b: Boxes): boolean {
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
