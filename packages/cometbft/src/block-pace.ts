/** Newest heads, oldest first: enough to say how fast blocks come. */
export interface BlockPace {
  readonly heads: readonly { height: number; time: number }[]
}

const KEPT = 20
export const NO_PACE: BlockPace = { heads: [] }

/** Takes a head in. One that is not above the last starts anew: the chain was set back. */
export function withHead(pace: BlockPace, head: { height: number; time: number }): BlockPace {
  const last = pace.heads.at(-1)
  if (last === undefined || head.height < last.height || head.time < last.time) return { heads: [head] }
  if (head.height === last.height) return pace
  return { heads: [...pace.heads.slice(1 - KEPT), head] }
}

/** Mean time between blocks over the heads kept, ms by header times; null before two of them. */
export function paceMs({ heads }: BlockPace): number | null {
  const first = heads[0]
  const last = heads.at(-1)
  if (first === undefined || last === undefined || last.height === first.height) return null
  return (last.time - first.time) / (last.height - first.height)
}
