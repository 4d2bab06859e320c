import type { AlertEntry } from '@roundsman/contract/alerts'
import type { CopySource } from './copy-menu.tsx'

interface Options {
  /** The target itself; null: every one. */
  except: number | null
  /** What every one of them is called. */
  every: string
  /** What one of them is called. */
  nameOf: (id: number) => string
}

/**
 * The targets whose settings can be taken over: every one that has any.
 * @param entries for settings of one kind of target, validators or bridges
 */
export function copySources(
  entries: readonly AlertEntry[],
  { except, every, nameOf }: Options,
): CopySource[] {
  const ids = new Set(
    entries.map(({ blockchain_validator_id, bridge_id }) => bridge_id ?? blockchain_validator_id),
  )
  ids.delete(except)
  return [...ids].map((id) => ({ id, name: id === null ? every : nameOf(id) }))
}
