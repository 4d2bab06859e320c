import type { LiveEvent, ValidatorChange } from '@roundsman/contract/live'
import type { NetworkStatus, Validator, ValidatorsList } from '@roundsman/contract/validators'
import { Validator as ValidatorSchema } from '@roundsman/contract/validators'
import * as z from 'zod/mini'

/** The list after an event. Rows and the list itself keep their identity when nothing in them changed. */
export function applyLiveEvent(list: ValidatorsList, event: LiveEvent): ValidatorsList {
  switch (event.event) {
    case 'hello':
      return list
    case 'height':
      return applyHeight(list, event.data)
    case 'status':
      return applyStatus(list, event.data)
    case 'validators':
      return applyRows(list, event.data.changed, event.data.removed)
  }
}

function applyHeight(list: ValidatorsList, { height, at }: { height: number; at: string }): ValidatorsList {
  if (list.network_height !== null && height <= list.network_height) return list
  const { status } = list
  const observed = status.observed_at !== null && status.observed_at > at ? status.observed_at : at
  return {
    ...list,
    network_height: height,
    status: { ...status, height, latest_block_at: at, observed_at: observed },
  }
}

function applyStatus(list: ValidatorsList, status: NetworkStatus): ValidatorsList {
  return { ...list, status, network_height: status.height ?? list.network_height }
}

function applyRows(list: ValidatorsList, changed: ValidatorChange[], removed: number[]): ValidatorsList {
  const changes = new Map(changed.map((change) => [change.id, change]))
  const gone = new Set(removed)
  let touched = false
  const rows: Validator[] = []
  for (const row of list.validators) {
    const change = changes.get(row.id)
    changes.delete(row.id)
    if (gone.has(row.id)) {
      touched = true
      continue
    }
    const next = change ? merge(row, change) : row
    touched ||= next !== row
    rows.push(next)
  }
  for (const change of changes.values()) {
    // A row never seen before comes whole; half a row of an unknown validator can only be of one just removed.
    const whole = z.safeParse(ValidatorSchema, change)
    if (!whole.success || gone.has(change.id)) continue
    touched = true
    rows.push(whole.data)
  }
  return touched ? { ...list, validators: rows } : list
}

function merge(row: Validator, change: ValidatorChange): Validator {
  const keys = Object.keys(change) as (keyof Validator)[]
  if (keys.every((key) => change[key] === undefined || Object.is(change[key], row[key]))) return row
  const told = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...row, ...told }
}
