import useMediaQuery from '@mui/material/useMediaQuery'
import { use } from 'react'
import { NavWidthContext } from '../../ui/nav-width.ts'
import { useLetterScale } from '../../ui/use-measured.ts'

/** wide: targets beside the table; middle: targets above it; narrow: no table, one trigger at a time. */
export type AlertsWidth = 'wide' | 'middle' | 'narrow'

/** Px of content that each form needs at the least with letters of the usual size: 272 of targets, 20 between. */
const room = { wide: 272 + 20 + 780, middle: 760 }
const padding = 48

export function useAlertsWidth(): AlertsWidth {
  const nav = use(NavWidthContext)
  const scale = useLetterScale()
  const from = (px: number) => `(min-width:${px * scale + nav + padding}px)`
  const wide = useMediaQuery(from(room.wide), { noSsr: true })
  const middle = useMediaQuery(from(room.middle), { noSsr: true })
  return wide ? 'wide' : middle ? 'middle' : 'narrow'
}
