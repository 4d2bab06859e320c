import { type Assurance, assurances } from './validators.ts'

/**
 * How a block is known, as one letter: `P` PROVEN, `A` AGREED, `S` SINGLE, `?` seen by a server that did not write down
 * how; `-` nobody saw it.
 */
export type AssuranceLetter = 'P' | 'A' | 'S' | '?' | '-'

const letters = { PROVEN: 'P', AGREED: 'A', SINGLE: 'S' } as const satisfies Record<
  Assurance,
  AssuranceLetter
>

/** The letter of a block that was seen; null: nobody wrote down how it is known. */
export function assuranceLetter(assurance: Assurance | null): AssuranceLetter {
  return assurance === null ? '?' : letters[assurance]
}

/** What a letter says; null where it says nothing of a proof. */
export function assuranceOf(letter: string | undefined): Assurance | null {
  return assurances.find((assurance) => letters[assurance] === letter) ?? null
}
