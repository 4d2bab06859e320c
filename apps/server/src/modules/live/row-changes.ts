/** Fields that changed, with the id. */
type Change<Row> = Partial<Row> & { id: number }

/** What has to be sent of rows: gathered at every look, taken when a message goes out. */
interface RowChanges<Row> {
  /** Notes what differs between the rows of two looks; `step` is what a listener works out by itself. */
  note(before: ReadonlyMap<number, Row>, after: ReadonlyMap<number, Row>, step?: (row: Row) => Row): void
  /** Changed fields with the id as they are now, new rows whole, ids of those who left; nothing is left over. */
  take(rows: ReadonlyMap<number, Row>): { changed: Change<Row>[]; removed: number[] }
  /** Whether there is anything to take that is not one of these fields of a known row. */
  hasBesides(fields: ReadonlySet<keyof Row>): boolean
  clear(): void
}

export function createRowChanges<Row extends { id: number }>(): RowChanges<Row> {
  type Field = keyof Row & string
  /** Fields by id; 'whole' for rows that listeners have not got. */
  const touched = new Map<number, Set<Field> | 'whole'>()
  const removed = new Set<number>()

  function noteRow(row: Row, expected: Row | undefined): void {
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
    note(before, after, step = (row) => row) {
      for (const row of after.values()) {
        const old = before.get(row.id)
        noteRow(row, old && step(old))
      }
      for (const id of before.keys()) if (!after.has(id)) removed.add(id)
    },
    take(rows) {
      const changed = [...touched].flatMap(([id, fields]): Change<Row>[] => {
        const row = rows.get(id)
        if (!row) return []
        if (fields === 'whole') return [row]
        const parts = Object.fromEntries([...fields].map((field) => [field, row[field]]))
        return [{ id, ...(parts as Partial<Row>) }]
      })
      const left = [...removed].filter((id) => !rows.has(id))
      touched.clear()
      removed.clear()
      return { changed, removed: left }
    },
    hasBesides(fields) {
      if (removed.size > 0) return true
      for (const names of touched.values())
        if (names === 'whole' || [...names].some((name) => !fields.has(name))) return true
      return false
    },
    clear() {
      touched.clear()
      removed.clear()
    },
  }
}
