import { memo } from 'react'
import { LetterLegend } from './letter-legend.tsx'
import { Strip } from './strip.tsx'

/** What the bars of the strip mean. */
export const StripLegend = memo(function StripLegend() {
  return <LetterLegend draw={(letter) => <Strip letters={letter} blocks={1} decorative />} />
})
