import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeZoneContext } from '../../i18n/use-formats.ts'
import { createHistoryTimes, type HistoryTimes } from './history-times.ts'

export function useHistoryTimes(): HistoryTimes {
  const { i18n } = useTranslation()
  const zone = use(TimeZoneContext)
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => createHistoryTimes(language, zone), [language, zone])
}
