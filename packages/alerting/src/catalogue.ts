import { alertSeverities, type AlertType, conditionIdOf, settingId } from '@roundsman/contract/alerts/alerts'
import { type Condition, type Language, languages, type Trigger } from './catalogue/condition.ts'
import { conditions } from './catalogue/conditions.data.ts'
import { type Setting, settingsOf } from './catalogue/settings.ts'

export { type Condition, type Severity, type Subject, type Trigger } from './catalogue/condition.ts'
export type { Setting } from './catalogue/settings.ts'
export { languages } from './catalogue/condition.ts'

/** The condition and the trigger that a setting is. */
interface SettingMeaning {
  condition: Condition
  trigger: Trigger
}

/** Every alert setting there is: data, in three languages. */
export interface Catalogue {
  conditions: readonly Condition[]
  condition(id: number): Condition | null
  /** The id of the setting for a trigger of a condition; null where nobody is notified of that. */
  settingId(condition: Condition, trigger: Trigger): number | null
  /** What a setting means; null: there is no such setting. */
  meaning(settingId: number): SettingMeaning | null
  /** True of what says that something is over: of two settings of a condition, the one that is less grave. */
  isEnd(settingId: number): boolean
  /** In a language; null: there is no such setting. */
  setting(settingId: number, language: Language): Setting | null
  /** Every setting in a language, by type, as `GET /api/alerts/settings/` answers. */
  settings(language: Language): Readonly<Record<AlertType, Setting[]>>
}

const byId = new Map(conditions.map((condition) => [condition.id, condition]))
const inLanguage = new Map(languages.map((language) => [language, all(language)]))
const byLanguageAndId = new Map(
  [...inLanguage].map(([language, settings]) => [language, new Map(settings.map((one) => [one.id, one]))]),
)
const byType = new Map([...inLanguage].map(([language, settings]) => [language, grouped(settings)]))

export const catalogue: Catalogue = {
  conditions,
  condition: (id) => byId.get(id) ?? null,
  settingId: (condition, trigger) =>
    condition.severity[trigger] === null ? null : settingId(condition.id, trigger),
  meaning(id) {
    const condition = byId.get(conditionIdOf(id))
    const trigger = byLanguageAndId.get('en')?.get(id)?.trigger
    return condition && trigger ? { condition, trigger } : null
  },
  isEnd(id) {
    const meaning = catalogue.meaning(id)
    if (meaning === null) return false
    const { FALSE_TO_TRUE: began, TRUE_TO_FALSE: ended } = meaning.condition.severity
    if (ended === null) return false
    const isGraver = alertSeverities.indexOf(ended) > alertSeverities.indexOf(began)
    return meaning.trigger === (isGraver ? 'FALSE_TO_TRUE' : 'TRUE_TO_FALSE')
  },
  setting: (id, language) => byLanguageAndId.get(language)?.get(id) ?? null,
  settings: (language) => byType.get(language) ?? grouped([]),
}

function all(language: Language): Setting[] {
  return conditions.flatMap((condition) => settingsOf(condition, language))
}

function grouped(settings: readonly Setting[]): Record<AlertType, Setting[]> {
  const of = (type: AlertType) => settings.filter((setting) => setting.type === type)
  return {
    VOTING_POWER: of('VOTING_POWER'),
    UPTIME: of('UPTIME'),
    COMISSION: of('COMISSION'),
    JAILED: of('JAILED'),
    TOMBSTONED: of('TOMBSTONED'),
    BONDED: of('BONDED'),
    OTEL_UPDATE: of('OTEL_UPDATE'),
    SYNC_STATUS: of('SYNC_STATUS'),
    NETWORK: of('NETWORK'),
    GOVERNANCE: of('GOVERNANCE'),
  }
}
