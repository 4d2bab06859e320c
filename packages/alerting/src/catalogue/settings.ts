import { alertTriggers, type AlertType, settingId } from '@roundsman/contract/alerts/alerts'
import type {
  Comparison,
  Condition,
  Language,
  Severity,
  TargetType,
  Texts,
  Trigger,
  Unit,
} from './condition.ts'
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

/** What somebody may want to be notified of about a condition. */
export function settingsOf(condition: Condition, language: Language): Setting[] {
  return alertTriggers.flatMap((trigger) => {
    const severity = condition.severity[trigger]
    const known = texts[language][condition.subject][trigger]
    if (severity === null || known === null) return []
    const text = (condition.threshold === 1 ? known.ofOne : undefined) ?? known
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

/** Fills a text of the catalogue in with the figures of a condition. What a text names and a condition lacks throws. */
function fillText(text: string, condition: Condition, language: Language): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const figure = figureOf(name, condition, language)
    if (figure === null) throw new Error(`the condition ${condition.id} has nothing for ${place}`)
    return figure
  })
}

function figureOf(name: string, condition: Condition, language: Language): string | null {
  const { threshold, subject, windowSeconds, cleanBlocks } = condition
  if (name === 'clean') return String(cleanBlocks)
  if (name === 'window') return windowSeconds === null ? null : durationText(windowSeconds, language)
  if (threshold === null) return null
  switch (name) {
    case 'share':
      // The setting counts what is signed, people speak of what is missed.
      return percentText(subject === 'window_missed' ? 1 - threshold : threshold, language)
    case 'time':
      return durationText(threshold, language)
    case 'blocks':
      return blocksText(threshold, language)
    case 'count':
      return String(threshold)
    default:
      return null
  }
}

/** Tenths of a percent, as Intl writes them: "0.1%", in Russian "0,1 %" (with a space that does not break), in Ukrainian "0,1%". */
function percentText(fraction: number, language: Language): string {
  const figure = String(Number((fraction * 100).toFixed(1)))
  if (language === 'en') return `${figure}%`
  return `${figure.replace('.', ',')}${language === 'ru' ? '\u00a0' : ''}%`
}

const longestInHours = 72 * 3_600

/** Whole minutes or hours, and days from which on nobody counts hours. */
function durationText(seconds: number, language: Language): string {
  const [count, unit] =
    seconds < 3_600
      ? [seconds / 60, 'minute' as const]
      : seconds <= longestInHours
        ? [seconds / 3_600, 'hour' as const]
        : [seconds / 86_400, 'day' as const]
  if (language === 'en') return `${count} ${unit}${count === 1 ? '' : 's'}`
  const units = {
    ru: { minute: 'мин', hour: 'ч', day: 'дн.' },
    uk: { minute: 'хв', hour: 'год', day: 'дн.' },
  } as const
  return `${count}\u00a0${units[language][unit]}`
}

/** In Russian and Ukrainian in the genitive, which is all that the texts need. */
function blocksText(count: number, language: Language): string {
  const isOne = count % 10 === 1 && count % 100 !== 11
  switch (language) {
    case 'en':
      return `${count} ${count === 1 ? 'block' : 'blocks'}`
    case 'ru':
      return `${count} ${isOne ? 'блока' : 'блоков'}`
    case 'uk':
      return `${count} ${isOne ? 'блоку' : 'блоків'}`
  }
}
