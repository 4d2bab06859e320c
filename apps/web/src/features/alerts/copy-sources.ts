import type { AlertEntry } from '@roundsman/contract/alerts'
import type { Validator } from '@roundsman/contract/validators'
import type { CopySource } from './copy-menu.tsx'
import { nameOf } from './target-name.ts'

interface Options {
  byId: ReadonlyMap<number, Validator>
  /** The target itself; null: every validator. */
  except: number | null
  /** What every validator is called. */
  every: string
}

/** The targets whose settings can be taken over: every one that has any. */
export function copySources(entries: readonly AlertEntry[], { byId, except, every }: Options): CopySource[] {
  const ids = new Set(
    entries.filter(({ bridge_id }) => bridge_id === null).map(({ blockchain_validator_id: id }) => id),
  )
  ids.delete(except)
  return [...ids].map((id) => ({ id, name: id === null ? every : nameOf(byId.get(id), id) }))
}
