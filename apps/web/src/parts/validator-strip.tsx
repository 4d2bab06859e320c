import { Strip } from '../ui/strip/strip.tsx'
import type { StripPitch } from '../ui/strip/strip-shape.ts'

interface Props {
  /** The letters of `recent_signatures`, oldest first. */
  letters: string
  /** How many of the newest blocks to show. */
  blocks?: number
  pitch?: StripPitch
  /** Blocks that passed unseen since the letters were last true; the strip goes on with dots for them. */
  unseen?: number
  /** The letters are too old to be taken for the present. */
  stale?: boolean
}

/** The last blocks of a validator as far as the page knows them. */
export function ValidatorStrip({ letters, blocks = 60, pitch = 4, unseen = 0, stale = false }: Props) {
  const known = unseen === 0 ? letters : (letters + '-'.repeat(unseen)).slice(-60)
  return <Strip letters={known} blocks={blocks} pitch={pitch} faded={stale} />
}
