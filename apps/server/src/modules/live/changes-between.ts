import type { ValidatorChange } from '@roundsman/contract/live'
import type { Validator } from '@roundsman/contract/validators'

export interface RowChanges {
  changed: ValidatorChange[]
  removed: number[]
}

/** What turns the rows that were sent into the rows that are: changed fields with the id, new rows whole. */
export function changesBetween(sent: ReadonlyMap<number, Validator>, rows: readonly Validator[]): RowChanges {
  const changed: ValidatorChange[] = []
  const left = new Set(sent.keys())
  for (const row of rows) {
    left.delete(row.id)
    const before = sent.get(row.id)
    if (before === row) continue
    if (!before) changed.push(row)
    else {
      const fields = Object.entries(row).filter(([name, value]) => before[name as keyof Validator] !== value)
      if (fields.length > 0) changed.push({ id: row.id, ...Object.fromEntries(fields) })
    }
  }
  return { changed, removed: [...left] }
}
