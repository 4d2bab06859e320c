import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LetterLegend } from './letter-legend.tsx'
import { Strip } from './strip.tsx'

/** What the bars of the strip mean. */
export default function StripLegend(): ReactNode {
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
}
