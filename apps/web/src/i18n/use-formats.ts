import type { i18n } from 'i18next'
import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormats, type Formats } from './formats.ts'

/** The zone of the user's profile; undefined is the browser's. */
export const TimeZoneContext = createContext<string | undefined>(undefined)

export function useFormats(): Formats {
  const { i18n } = useTranslation()
  return formatsOf(i18n, i18n.resolvedLanguage ?? 'en', use(TimeZoneContext))
}

/** Made once per language and zone: making Intl objects for each of a thousand cells takes longer than drawing them. */
const made = new WeakMap<i18n, Map<string, Formats>>()

function formatsOf(texts: i18n, language: string, zone: string | undefined): Formats {
  const known = made.get(texts) ?? new Map<string, Formats>()
  made.set(texts, known)
  const key = `${language} ${zone ?? ''}`
  const formats = known.get(key) ?? makeFormats(texts, language, zone)
  known.set(key, formats)
  return formats
}

function makeFormats(texts: i18n, language: string, zone: string | undefined): Formats {
  return createFormats({
    language,
    timeZone: zone,
    units: {
      day: (value) => texts.t('unit.day', { value, lng: language }),
      hour: (value) => texts.t('unit.hour', { value, lng: language }),
      minute: (value) => texts.t('unit.minute', { value, lng: language }),
      second: (value) => texts.t('unit.second', { value, lng: language }),
    },
  })
}
