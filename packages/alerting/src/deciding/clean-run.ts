import type { ValidatorReading } from './observation.ts'

/** Signed blocks in a row, so kept that it changes only where a row begins or is interrupted, not with every block. */
export interface CleanRun {
  /** Those before `from`. */
  plus: number
  /** Since which height every block was signed; null: the newest one is not known. */
  from: number | null
}

/**
 * The row after one block more. A miss ends it; what nobody knows, or was outside the set, neither counts nor ends it.
 * `previous`: the height that was decided before this one, which need not be its neighbour.
 */
export function cleanRunAfter(
  before: CleanRun | undefined,
  letter: ValidatorReading['letter'],
  { height, previous }: { height: number; previous: number | null },
): CleanRun | undefined {
  if (letter === 'm') return undefined
  if (letter === null) {
    if (before === undefined || before.from === null) return before
    return { plus: cleanBlocksAt(before, previous), from: null }
  }
  if (before === undefined) return { plus: 0, from: height }
  if (before.from === null) return { plus: before.plus, from: height }
  if (previous === height - 1) return before
  return { plus: cleanBlocksAt(before, previous), from: height }
}

/** How many they are at a height up to which all were decided. */
export function cleanBlocksAt(run: CleanRun | undefined, height: number | null): number {
  if (run === undefined) return 0
  return run.from === null || height === null ? run.plus : run.plus + height - run.from + 1
}
