import type { Validator } from '@roundsman/contract/validators'
import { useCallback, useState } from 'react'

/** The rows that show more of their blocks, by id, and what opens and closes one. */
export function useOpenRows(): [open: ReadonlySet<number>, toggle: (row: Validator) => void] {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback(
    ({ id }: Validator) =>
      setOpen((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    [],
  )
  return [open, toggle]
}

function without(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return new Set([...ids].filter((one) => one !== id))
}
