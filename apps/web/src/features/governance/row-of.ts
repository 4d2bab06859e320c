import type { Validator } from '@roundsman/contract/networks/validators'
import { useCallback, useMemo } from 'react'
import { useKept } from '../../ui/use-kept.ts'

/** Their letters change with each block; here they are names. */
export function useRowOf(
  validators: readonly Validator[] | undefined,
): (id: number) => Validator | undefined {
  const byId = useKept(
    useMemo(() => new Map((validators ?? []).map((row) => [row.id, row])), [validators]),
    sameNames,
  )
  return useCallback((id) => byId.get(id), [byId])
}

function sameNames(a: ReadonlyMap<number, Validator>, b: ReadonlyMap<number, Validator>): boolean {
  return (
    a.size === b.size &&
    [...a].every(([id, row]) => row.moniker === b.get(id)?.moniker && row.avatar === b.get(id)?.avatar)
  )
}
