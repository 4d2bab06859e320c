import useMediaQuery from '@mui/material/useMediaQuery'
import { type ListWidth, listBreakpoints } from './columns.ts'

/** Which form of the list there is room for. */
export function useListWidth(): ListWidth {
  const narrow = useMediaQuery(`(min-width:${listBreakpoints.narrow}px)`, { noSsr: true })
  const middle = useMediaQuery(`(min-width:${listBreakpoints.middle}px)`, { noSsr: true })
  const wide = useMediaQuery(`(min-width:${listBreakpoints.wide}px)`, { noSsr: true })
  return wide ? 'wide' : middle ? 'middle' : narrow ? 'narrow' : 'cards'
}
