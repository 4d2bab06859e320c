import { createContext, use } from 'react'

/** Whether the row is the one that Tab reaches; arrows go on from it. */
export const RowStopContext = createContext(true)

/** `tabIndex` of the one control of a row. Whatever else can be pressed in it has -1. */
export function useRowStop(): 0 | -1 {
  return use(RowStopContext) ? 0 : -1
}
