import type { BridgesList } from '@roundsman/contract/bridges'
import type { NetworkStatus, Validator } from '@roundsman/contract/validators'
import { createContext } from 'react'
import { newestVersion } from '../../parts/bridge-versions.ts'

/** What every row needs beside itself; it changes rarely, so that unchanged rows are not drawn again. */
export interface ListLooks {
  /** Of all bridges of the network. */
  newest: string | null
  /** Median seconds between blocks. */
  blockSeconds: number | null
}

export function looksOf(list: BridgesList, status: NetworkStatus | undefined): ListLooks {
  const pace = status?.block_time_seconds ?? null
  return {
    newest: newestVersion(list.bridges),
    // To a tenth: a pace that is another one with each block would draw every row with it.
    blockSeconds: pace === null ? null : Math.max(0.1, Math.round(pace * 10) / 10),
  }
}

export function sameLooks(a: ListLooks, b: ListLooks): boolean {
  return a.newest === b.newest && a.blockSeconds === b.blockSeconds
}

/** What changes with each block, for the cells that show it. */
export interface Surroundings {
  networkHeight: number | null
  validators: ReadonlyMap<number, Validator>
}
export const SurroundingsContext = createContext<Surroundings>({ networkHeight: null, validators: new Map() })
