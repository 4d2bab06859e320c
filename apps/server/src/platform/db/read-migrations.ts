import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'

export interface Migration {
  number: number
  /** Of the file, without `.sql`. */
  name: string
  checksum: string
  sql: string
}

const fileName = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)+)\.sql$/

/** Reads `NNNN-<module>-<what>.sql` in order; a gap, a number used twice or another name is an error of the build. */
export function readMigrations(directory: URL): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => !file.startsWith('.'))
    .sort()
  const migrations = files.map((file) => {
    const match = fileName.exec(file)
    if (!match) throw new StartError(`${file} among the migrations is not named NNNN-<module>-<what>.sql.`)
    const text = readFileSync(new URL(file, directory), 'utf8')
    return {
      number: Number(match[1]),
      name: file.slice(0, -'.sql'.length),
      checksum: createHash('sha256').update(text).digest('hex'),
      sql: text,
    }
  })
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1)
      throw new StartError(
        `The migrations have a gap or a number twice: ${migration.name} stands at place ${index + 1}.`,
      )
  })
  return migrations
}
