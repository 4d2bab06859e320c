import { alertTriggers, type AlertType } from '@roundsman/contract/alerts'
import { settingId } from '@roundsman/contract/setting-ids'
import type { Comparison, Condition, Severity, TargetType, Trigger, Unit } from './condition.ts'
import { fillText } from './fill-text.ts'
import type { Language, Texts } from './texts.ts'
import { textsEn } from './texts-en.data.ts'
import { textsRu } from './texts-ru.data.ts'
import { textsUk } from './texts-uk.data.ts'

/** A setting as `GET /api/alerts/settings/` says it. */
export interface Setting {
  id: number
  type: AlertType
  target_type: TargetType
  trigger: Trigger
  threshold: number | null
  unit: Unit | null
  comparison: Comparison
  window_seconds: number | null
  hold_seconds: number
  name: string
  description: string
  severity: Severity
}

const texts: Record<Language, Texts> = { en: textsEn, ru: textsRu, uk: textsUk }

/** What somebody may want to hear of a condition. */
export function settingsOf(condition: Condition, language: Language): Setting[] {
  return alertTriggers.flatMap((trigger) => {
    const severity = condition.severity[trigger]
    const text = texts[language][condition.subject][trigger]
    if (severity === null || text === null) return []
    return [
      {
        id: settingId(condition.id, trigger),
        type: condition.type,
        target_type: condition.targetType,
        trigger,
        threshold: condition.threshold,
        unit: condition.unit,
        comparison: condition.comparison,
        window_seconds: condition.windowSeconds,
        hold_seconds: condition.holdSeconds,
        name: fillText(text.name, condition, language),
        description: fillText(text.description, condition, language),
        severity,
      },
    ]
  })
}
