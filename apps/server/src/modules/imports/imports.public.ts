import { sql } from 'drizzle-orm'
import { resolve } from 'node:path'
import type { Platform } from '../../platform/platform.ts'
import type { AdminCommand } from '../../platform/process/module.ts'
import type { Networks } from '../networks/networks.public.ts'
import { importPast, isImported } from './import-past.ts'
import { digestOf, readPast, type World } from './past-file.ts'

/**
 * `import <file>`: what networks were before anything was read of them here, as another monitor or another server knew it.
 * Everything in the file is imported, or nothing.
 * @param cwd where whoever typed it is, for the name of the file
 */
export function importCommand(
  { db, ids }: Pick<Platform, 'db' | 'ids'>,
  networks: Pick<Networks, 'byId'>,
  cwd: string,
): AdminCommand {
  return {
    name: 'import',
    async run(args, terminal) {
      const [name, ...others] = args
      if (name === undefined || others.length > 0) {
        terminal.complain('import expects one file name.')
        return 2
      }
      const file = resolve(cwd, name)
      const digest = await digestOf(file)
      const now = await databaseNow()
      const chainIdOf: World['chainIdOf'] = (id) => networks.byId(id)?.chain_id
      const context = { digest, now, holder: `import/${ids.uuid()}` }
      // Each line is checked before it is written, and whatever is wrong with one undoes all before it.
      const imported = await db.transaction(async (tx) =>
        (await isImported(tx, digest)) ? null : importPast(tx, readPast(file, { now, chainIdOf }), context),
      )
      terminal.print(
        imported === null
          ? `${file} was imported before. Nothing was changed.`
          : `Imported: ${Object.entries(imported)
              .map(([what, count]) => `${count} ${what}`)
              .join(', ')} from ${file}`,
      )
      return 0
    },
  }

  async function databaseNow(): Promise<number> {
    const { rows } = await db.orm.execute<{ now: number }>(
      sql`select floor(extract(epoch from ${db.now()}) * 1000)::float8 as now`,
    )
    return rows[0]?.now ?? 0
  }
}
