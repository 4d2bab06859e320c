import type { NetworkStatus } from '@roundsman/contract/validators'

/** What every row needs beside itself; it changes rarely, so that unchanged rows are not drawn again. */
export interface ListLooks {
  unit: NetworkStatus['unit']
  /** Seconds since the rows were last true, where they are too old to be taken for the present; else null. */
  staleAge: number | null
  /** Blocks that passed unseen since then; the strips go on with dots. */
  unseenBlocks: number
  /** The network makes no blocks now. */
  halted: boolean
}
