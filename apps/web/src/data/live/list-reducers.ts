import { afterBlocks, type LiveData, type ValidatorChange } from '@roundsman/contract/live'
import {
  type Validator,
  Validator as ValidatorSchema,
  type ValidatorsList,
} from '@roundsman/contract/validators'
import * as z from 'zod/mini'

// The list after an event of the stream. Rows and the list itself keep their identity when nothing in them changed.

/**
 * The server that begins a stream with an older batch than the list has was put back (restored from a backup): the
 * list is of that batch from now on, so that the whole rows which follow are taken. A stream that goes on after a
 * break has no such event (live-line.ts).
 */
export function helloToList(list: ValidatorsList, { seq }: LiveData<'hello'>): ValidatorsList {
  return seq < list.seq ? { ...list, seq } : list
}

/** Blocks of a batch that the list already has are left out: their letters would be counted twice. */
export function heightToList(
  list: ValidatorsList,
  { height, at, seq, blocks }: LiveData<'height'>,
): ValidatorsList {
  if (seq <= list.seq) return list
  const moved = blocks.length === 0 ? list.validators : list.validators.map(afterBlocks(blocks))
  const next = { ...list, validators: moved, seq }
  if (list.network_height !== null && height <= list.network_height) return next
  const { status } = list
  const observed = status.observed_at !== null && status.observed_at > at ? status.observed_at : at
  return {
    ...next,
    network_height: height,
    status: { ...status, height, latest_block_at: at, observed_at: observed },
  }
}

export function statusToList(list: ValidatorsList, status: LiveData<'status'>): ValidatorsList {
  return { ...list, status, network_height: status.height ?? list.network_height }
}

/** Rows of an older batch than the list's say nothing new. */
export function rowsToList(
  list: ValidatorsList,
  { changed, removed, seq }: LiveData<'validators'>,
): ValidatorsList {
  if (seq < list.seq) return list
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
  return touched || seq !== list.seq ? { ...list, validators: touched ? rows : list.validators, seq } : list
}

function merge(row: Validator, change: ValidatorChange): Validator {
  const keys = Object.keys(change) as (keyof Validator)[]
  if (keys.every((key) => change[key] === undefined || Object.is(change[key], row[key]))) return row
  const known = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...row, ...known }
}
