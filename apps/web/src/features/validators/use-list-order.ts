import type { Validator } from '@roundsman/contract/validators'
import { useState } from 'react'
import { useFormats } from '../../i18n/use-formats.ts'
import type { ListView } from './list-search.ts'
import { filterValidators } from './validator-filter.ts'
import { heldOrder, orderOf } from './validator-order.ts'

interface ShownList {
  rows: Validator[]
  /** The order would be another one if the user did not point at the list. */
  waiting: boolean
}

/** Rows of the view in its order, which keeps still while `held`. */
export function useListOrder(all: readonly Validator[], view: ListView, held: boolean): ShownList {
  const { compare } = useFormats()
  const key = `${view.q}\n${view.show}\n${view.sort}\n${view.desc}`
  const fresh = orderOf(filterValidators(all, view.show, view.q), view, compare)
  const [shown, setShown] = useState({ key, order: fresh })

  const byId = new Map(all.map((row) => [row.id, row]))
  const keep = held && shown.key === key
  const order = keep ? heldOrder(shown.order, fresh, new Set(byId.keys())) : fresh
  if (shown.key !== key || !sameOrder(shown.order, order)) setShown({ key, order })

  return {
    rows: order.map((id) => byId.get(id)).filter((row) => row !== undefined),
    waiting: keep && !sameOrder(order, fresh),
  }
}

function sameOrder(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i])
}
