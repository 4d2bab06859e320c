import type { ChainView } from '../sim-chain.ts'
import { honest, type Lies } from './lies.ts'

/** How one endpoint sees its chain at one moment: the truth, unless a fault says otherwise. */
export interface ChainLens extends ChainView {
  catchingUp: boolean
  /** What `/status` says is this much above what is there. */
  boast: number
  lies: Lies
}

export function plainLens(view: ChainView): ChainLens {
  return { ...view, catchingUp: false, boast: 0, lies: honest }
}
