/** One measured number, with its unit in words a reader knows. */
export interface Figure {
  name: string
  value: number
  unit: string
}

/** What a run found: plain figures, and ratios of ours to the baseline (above 1: ours is larger). */
export interface Outcome {
  figures: readonly Figure[]
  ratios: readonly Figure[]
  /** What the reader must know to judge the numbers, such as what could not be measured. */
  remarks: readonly string[]
}

/** A benchmark prints and never judges. */
export interface Benchmark {
  name: string
  question: string
  /** What a user would pick instead, and the command that runs it alone. */
  baseline: { what: string; command: string }
  run(): Promise<Outcome>
}
