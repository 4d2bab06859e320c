import { styled } from '@mui/material/styles'

/** Where a swipe begins, in px from the start side of the screen. */
export const swipeFrom = 20

/** What a finger that opens the drawer comes down on. */
export const DrawerEdge = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetBlock: 0,
  insetInlineStart: 0,
  width: swipeFrom,
  // Sideways it is the drawer's, before anybody listens: else the browser would take the first swipe for its own.
  touchAction: 'pan-y',
  zIndex: theme.zIndex.drawer - 1,
}))
