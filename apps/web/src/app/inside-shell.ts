import { createContext } from 'react'

/** Whether bar, notice and navigation already stand around what is drawn. */
export const InsideShell = createContext(false)
