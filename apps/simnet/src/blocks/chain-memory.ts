import type { Link } from './link-ring.ts'

/** The newest links of a chain, the last one of height `newest`: enough to make every later block. */
export interface ChainMemory {
  newest: number
  links: readonly Link[]
}

/** With the name of the chain that they are of. */
export interface NamedMemory extends ChainMemory {
  name: string
}
