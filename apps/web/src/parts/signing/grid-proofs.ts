/** What there is to say of the proofs of all blocks of a grid. */
export interface GridProofs {
  /** Blocks of which it is known that they are not proven. */
  unproven: number
  /** No block that was seen is proven, as where the signatures of a chain cannot be checked. */
  none: boolean
  /** A letter for each block: `A` and `S` get the mark of what is not proven; '' where no block gets one. */
  marks: string
}

/** Marks tell some blocks from the others, so where no block is proven there are none. */
export function gridProofs(assurances: string): GridProofs {
  let unproven = 0
  let seen = 0
  for (const letter of assurances) {
    if (isUnproven(letter)) unproven += 1
    if (letter !== '-') seen += 1
  }
  const none = unproven > 0 && unproven === seen
  return { unproven, none, marks: unproven > 0 && !none ? assurances : '' }
}

export function isUnproven(letter: string | undefined): boolean {
  return letter === 'A' || letter === 'S'
}
