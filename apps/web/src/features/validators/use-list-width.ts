import useMediaQuery from '@mui/material/useMediaQuery'
import { use } from 'react'
import { NavWidthContext } from '../../ui/nav-width.ts'
import { allColumnsFrom, type ListWidth, listBreakpoints } from './columns.ts'

/** Which form of the list there is room for. */
export function useListWidth(): ListWidth {
  const nav = use(NavWidthContext)
  const narrow = useMediaQuery(`(min-width:${listBreakpoints.narrow + nav}px)`, { noSsr: true })
  const middle = useMediaQuery(`(min-width:${listBreakpoints.middle + nav}px)`, { noSsr: true })
  const wideFrom = Math.max(allColumnsFrom, listBreakpoints.wide + nav)
  const wide = useMediaQuery(`(min-width:${wideFrom}px)`, { noSsr: true })
  return wide ? 'wide' : middle ? 'middle' : narrow ? 'narrow' : 'cards'
}
