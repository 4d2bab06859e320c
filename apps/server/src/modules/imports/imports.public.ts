import { sql } from 'drizzle-orm'
import { resolve } from 'node:path'
import type { Platform } from '../../platform/platform.ts'
import type { AdminCommand } from '../../platform/process/module.ts'
import { userIdOf } from '../accounts/accounts.public.ts'
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
    usage: '<file>',
    summary: 'Imports the past of networks that were never followed here: charts, timelines, alerts.',
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
      // All of it is read before anything is written: most files that are wrong hold nobody up.
      const emails = await emailsIn(readPast(file, { now, chainIdOf }))
      const users = await usersOf(emails)
      const context = { digest, now, users, holder: `import/${ids.uuid()}` }
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

  async function usersOf(emails: ReadonlySet<string>): Promise<Map<string, number>> {
    const users = new Map<string, number>()
    for (const email of emails) {
      const id = await userIdOf(db.orm, email)
      if (id === null)
        throw new Error(
          `Nobody has the address ${email} here: \`user create\` it first. Nothing was imported.`,
        )
      users.set(email, id)
    }
    return users
  }
}

/** Whom alerts of the file concern. */
async function emailsIn(lines: ReturnType<typeof readPast>): Promise<Set<string>> {
  const emails = new Set<string>()
  for await (const line of lines) if ('alert' in line) emails.add(line.alert.email)
  return emails
}
