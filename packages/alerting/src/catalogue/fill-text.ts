import type { Condition } from './condition.ts'
import type { Language } from './texts.ts'

/** Fills a text of the catalogue in with the figures of a condition. What a text names and a condition lacks throws. */
export function fillText(text: string, condition: Condition, language: Language): string {
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

/** Whole minutes or hours. */
function durationText(seconds: number, language: Language): string {
  const [count, unit] =
    seconds < 3_600 ? [seconds / 60, 'minute' as const] : [seconds / 3_600, 'hour' as const]
  if (language === 'en') return `${count} ${unit}${count === 1 ? '' : 's'}`
  const units = { ru: { minute: 'мин', hour: 'ч' }, uk: { minute: 'хв', hour: 'год' } } as const
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
