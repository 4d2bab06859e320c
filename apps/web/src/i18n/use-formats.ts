import { createContext, use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormats, type Formats, knownTimeZone } from './formats.ts'

/** The zone of the user's profile; undefined is the browser's. */
export const TimeZoneContext = createContext<string | undefined>(undefined)

export function useFormats(): Formats {
  const { t, i18n } = useTranslation()
  const zone = use(TimeZoneContext)
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(
    () =>
      createFormats({
        language,
        timeZone: knownTimeZone(zone),
        units: {
          day: (value) => t('unit.day', { value }),
          hour: (value) => t('unit.hour', { value }),
          minute: (value) => t('unit.minute', { value }),
          second: (value) => t('unit.second', { value }),
        },
      }),
    [t, language, zone],
  )
}
