import type { Boxes } from './boxes.ts'
import { type SettingGroup, settingsOfRow } from './setting-groups.ts'

/** How many boxes of a group are on. */
export function onInGroup(boxes: Boxes, { rows }: SettingGroup): number {
  return rows.flatMap(settingsOfRow).reduce((sum, { id }) => sum + (boxes.get(id)?.size ?? 0), 0)
}
