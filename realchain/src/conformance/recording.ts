import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'

/** One height as the product's reading code saw it: the block, and the state after it. */
export interface Recorded {
  block: BlockObservation
  state: ChainState
}

/** Heights in order; a gap is a hole that is known. */
export interface Recording {
  heights: Recorded[]
  gaps: { from: number; to: number }[]
}

/** Runs of heights without a hole. */
export function unbroken(recording: Recording): Recorded[][] {
  const runs: Recorded[][] = []
  for (const recorded of recording.heights) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.block.height === recorded.block.height - 1) run.push(recorded)
    else runs.push([recorded])
  }
  return runs
}
