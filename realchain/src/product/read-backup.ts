import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'

type Row = Record<string, string | null>

/** The rows of one table in a file that `roundsman backup` wrote, every value as text. */
export async function tableIn(file: string, table: string): Promise<Row[]> {
  const lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  const found: Row[] = []
  let columns: string[] | null = null
  for (const line of lines) {
    const said = JSON.parse(line) as {
      table?: string
      columns?: { name: string }[]
      rows?: (string | null)[][]
    }
    if (said.table !== undefined)
      columns = said.table === table ? (said.columns ?? []).map(({ name }) => name) : null
    if (columns === null) continue
    for (const row of said.rows ?? [])
      found.push(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))
  }
  return found
}
