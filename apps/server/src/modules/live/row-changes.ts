import type { ValidatorChange } from '@roundsman/contract/live'
import type { Validator } from '@roundsman/contract/validators'

type Field = keyof Validator
type Rows = ReadonlyMap<number, Validator>

/** What has to be sent of rows: gathered at every look, taken when a message goes out. */
export interface RowChanges {
  /** Notes what differs between the rows of two looks; `step` is what a listener works out by itself. */
  note(before: Rows, after: Rows, step: (row: Validator) => Validator): void
  /** Changed fields with the id as they are now, new rows whole, ids of those who left; nothing is left over. */
  take(rows: Rows): { changed: ValidatorChange[]; removed: number[] }
  clear(): void
}

export function createRowChanges(): RowChanges {
  /** Fields by id; 'whole' for rows that listeners have not got. */
  const touched = new Map<number, Set<Field> | 'whole'>()
  const removed = new Set<number>()

  function noteRow(row: Validator, expected: Validator | undefined): void {
    if (!expected) {
      touched.set(row.id, 'whole')
      return
    }
    const fields = (Object.keys(row) as Field[]).filter((field) => row[field] !== expected[field])
    const earlier = touched.get(row.id)
    if (fields.length === 0 || earlier === 'whole') return
    touched.set(row.id, new Set([...(earlier ?? []), ...fields]))
  }

  return {
    note(before, after, step) {
      for (const row of after.values()) {
        const old = before.get(row.id)
        noteRow(row, old && step(old))
      }
      for (const id of before.keys()) if (!after.has(id)) removed.add(id)
    },
    take(rows) {
      const changed = [...touched].flatMap(([id, fields]): ValidatorChange[] => {
        const row = rows.get(id)
        if (!row) return []
        if (fields === 'whole') return [row]
        return [{ id, ...Object.fromEntries([...fields].map((field) => [field, row[field]])) }]
      })
      const left = [...removed].filter((id) => !rows.has(id))
      touched.clear()
      removed.clear()
      return { changed, removed: left }
    },
    clear() {
      touched.clear()
      removed.clear()
    },
  }
}
