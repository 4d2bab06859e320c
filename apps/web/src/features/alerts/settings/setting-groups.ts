import {
  type AlertSetting,
  type AlertSettings,
  type AlertType,
  conditionIdOf,
} from '@roundsman/contract/alerts/alerts'
import { suits, type Target } from '../targets/target.ts'
import type { Boxes } from '../../../data/alerts/recommended.data.ts'

/** A condition with the notifications there are about it. */
export interface SettingRow {
  condition: number
  begins: AlertSetting
  /** null: there is no notification of the end. */
  ends: AlertSetting | null
}
export interface SettingGroup {
  type: AlertType
  rows: readonly SettingRow[]
}

/** What matters most stands first. */
const order: readonly AlertType[] = [
  'UPTIME',
  'JAILED',
  'TOMBSTONED',
  'BONDED',
  'VOTING_POWER',
  'COMISSION',
  'OTEL_UPDATE',
  'SYNC_STATUS',
  'NETWORK',
]

/** The settings that a target may have: by type, both triggers of a condition in one row. */
export function groupSettings(settings: AlertSettings, target: Target): SettingGroup[] {
  return order
    .map((type) => ({ type, rows: rowsOf(settings[type].filter((setting) => suits(target, setting))) }))
    .filter(({ rows }) => rows.length > 0)
}

function rowsOf(settings: readonly AlertSetting[]): SettingRow[] {
  return settings
    .filter(({ trigger }) => trigger === 'FALSE_TO_TRUE')
    .map((begins) => {
      const condition = conditionIdOf(begins.id)
      const ends = settings.find(
        ({ id, trigger }) => trigger === 'TRUE_TO_FALSE' && conditionIdOf(id) === condition,
      )
      return { condition, begins, ends: ends ?? null }
    })
}

/** The settings of a row, one or two. */
export function settingsOfRow({ begins, ends }: SettingRow): AlertSetting[] {
  return ends === null ? [begins] : [begins, ends]
}

/** All that groups show. */
export function settingsOfGroups(groups: readonly SettingGroup[]): AlertSetting[] {
  return groups.flatMap(({ rows }) => rows.flatMap(settingsOfRow))
}

/** How many boxes of a group are on. */
export function onInGroup(boxes: Boxes, { rows }: SettingGroup): number {
  return rows.flatMap(settingsOfRow).reduce((sum, { id }) => sum + (boxes.get(id)?.size ?? 0), 0)
}
