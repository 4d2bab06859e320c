import {
  type AlertSetting,
  type AlertSettings,
  type AlertType,
  conditionIdOf,
} from '@roundsman/contract/alerts/alerts'
import { suits, type Target } from '../targets/target.ts'
import { countAlerts } from '../../../data/alerts/count-alerts.ts'
import type { Boxes } from '../../../data/alerts/recommended.data.ts'

/** A condition with the notifications there are about it. */
export interface SettingRow {
  /** Tells it from the others. */
  key: string
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
  'GOVERNANCE',
]

/** The settings that a target may have: by type, both triggers of a condition in one row. */
export function groupSettings(settings: AlertSettings, target: Target): SettingGroup[] {
  return order
    .map((type) => ({ type, rows: rowsOf(settings[type].filter((setting) => suits(target, setting))) }))
    .filter(({ rows }) => rows.length > 0)
}

function rowsOf(settings: readonly AlertSetting[]): SettingRow[] {
  // To leave the active set is no end of trouble: it begins as much as to enter it does (P784).
  const asItself = settings
    .filter(({ type }) => type === 'BONDED')
    .map((begins) => ({ key: String(begins.id), begins, ends: null }))
    .reverse()
  const paired = settings
    .filter(({ type, trigger }) => trigger === 'FALSE_TO_TRUE' && type !== 'BONDED')
    .map((begins) => {
      const condition = conditionIdOf(begins.id)
      const ends = settings.find(
        ({ id, trigger }) => trigger === 'TRUE_TO_FALSE' && conditionIdOf(id) === condition,
      )
      return { key: String(condition), begins, ends: ends ?? null }
    })
  return [...asItself, ...paired]
}

/** The settings of a row, one or two. */
export function settingsOfRow({ begins, ends }: SettingRow): AlertSetting[] {
  return ends === null ? [begins] : [begins, ends]
}

/** All that groups show. */
export function settingsOfGroups(groups: readonly SettingGroup[]): AlertSetting[] {
  return groups.flatMap(({ rows }) => rows.flatMap(settingsOfRow))
}

/** How many alerts of some settings are on: as the list of targets counts them (P782, P901), whatever channels they go by. */
export function onOf(boxes: Boxes, settings: readonly AlertSetting[]): number {
  return countAlerts(settings.map(({ id }) => id).filter((id) => (boxes.get(id)?.size ?? 0) > 0))
}

/** The settings of rows with one trigger; what begins either way stands with what begins. */
export function settingsOfTrigger(
  rows: readonly SettingRow[],
  trigger: AlertSetting['trigger'],
): AlertSetting[] {
  return rows.flatMap(({ begins, ends }) => (trigger === 'FALSE_TO_TRUE' ? [begins] : ends ? [ends] : []))
}
