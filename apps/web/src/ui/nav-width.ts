import { createContext } from 'react'

/** What the docked navigation takes of the width of the screen, so that pages know what they have. */
export const NavWidthContext = createContext(0)
export const navWidth = { wide: 270, collapsed: 68 } as const
