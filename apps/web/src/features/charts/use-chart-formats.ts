import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeZoneContext, useFormats } from '../../i18n/use-formats.ts'
import { type ChartFormats, createChartFormats } from './chart-formats.ts'

export function useChartFormats(): ChartFormats {
  const { i18n } = useTranslation()
  const formats = useFormats()
  const zone = use(TimeZoneContext)
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => createChartFormats(language, zone, formats), [language, zone, formats])
}
