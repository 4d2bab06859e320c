import type { AlertSetting } from '@roundsman/contract/alerts'
import { useEffect, useMemo, useState } from 'react'
import type { NotificationChannel } from '@roundsman/contract/accounts'
import { type Action, useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import {
  type Box,
  type Boxes,
  boxesOf,
  type Edits,
  editsTowards,
  entriesOfBoxes,
  sameBoxes,
  stillEdits,
  withBox,
  withEdits,
} from './boxes.ts'
import { saveSettings } from './change-settings.ts'
import { bodyTargetsOf, chosenOf, draftNameOf, entriesOfOne, entriesOn, type Target } from './target.ts'
import type { UserSettings } from './user-settings.ts'

export interface DraftBoxes {
  /** What is on, with the edits over what is saved. */
  boxes: Boxes
  edits: Edits
  /** Boxes that are not as they were saved. */
  changes: number
  /** Chosen validators or bridges, besides the first, whose settings are others than those shown. */
  others: number
  set: (box: Box, on: boolean) => void
  /** Makes the boxes of these settings as wanted. */
  start: (settings: readonly AlertSetting[], wanted: Boxes) => void
  discard: () => void
  save: Action<void, void>
}

/**
 * The boxes of a target as somebody edits them. The edits are kept over whatever is saved, so that what another tab
 * saves meanwhile is shown and they stay (P134).
 *
 * @param usable channels; others are not saved, since the server refuses them
 */
export function useDraftBoxes(
  target: Target,
  { entries }: UserSettings,
  usable: ReadonlySet<NotificationChannel>,
): DraftBoxes {
  const services = useServices()
  const { drafts, session } = services
  const name = draftNameOf(target)
  const [written, write] = useState<Edits>(() => readDraft(drafts.read(name)))
  const saved = useMemo(() => boxesOf(entriesOn(target, entries)), [target, entries])
  const edits = useMemo(() => stillEdits(saved, written), [saved, written])
  const boxes = useMemo(() => withEdits(saved, edits), [saved, edits])
  const change = (after: Edits) => {
    drafts.write(name, Object.fromEntries(Object.entries(after).map(([key, on]) => [key, on ? 'on' : ''])))
    write(after)
  }
  // Whoever leaves it of their own will has left it; whoever lost the session finds it again (P82).
  useEffect(() => () => void (session.user() && drafts.drop(name)), [drafts, session, name])
  const save = useAction<void, void>(
    () => {
      const sent = new Map(
        [...boxes].map(([id, on]) => [id, new Set([...on].filter((one) => usable.has(one)))]),
      )
      return saveSettings(services, { targets: bodyTargetsOf(target), entries: entriesOfBoxes(sent) })
    },
    { onLoaded: () => change({}), scope: { id: 'alerts' } },
  )
  const ids = chosenOf(target)?.ids ?? []
  return {
    ...{ boxes, edits, save },
    changes: Object.keys(edits).length,
    others: ids.filter((id) => !sameBoxes(boxesOf(entriesOfOne(target, id, entries)), boxes)).length,
    set: (box, on) => change(withBox(saved, edits, box, on)),
    start: (settings, wanted) => change(editsTowards(saved, edits, settings, wanted)),
    discard() {
      save.reset()
      change({})
    },
  }
}

function readDraft(draft: Readonly<Record<string, string>> = {}): Edits {
  return Object.fromEntries(Object.entries(draft).map(([key, on]) => [key, on === 'on']))
}
