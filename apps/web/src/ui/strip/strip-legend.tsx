import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { LetterLegend } from './letter-legend.tsx'
import { Strip } from './strip.tsx'

/** What the bars of the strip mean. */
export const StripLegend = memo(function StripLegend() {
  const { t } = useTranslation()
  const entries = [
    ['s', t('strip.signed')],
    ['p', t('strip.proposed')],
    ['n', t('strip.nil')],
    ['m', t('strip.missed')],
    ['-', t('strip.unseen')],
  ] as const
  return (
    <LetterLegend entries={entries} draw={(letter) => <Strip letters={letter} blocks={1} decorative />} />
  )
})
