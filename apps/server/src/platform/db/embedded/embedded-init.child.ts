import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { syncPath } from './data-directory.ts'
import { createDurableNodeFs, embeddedStartParams } from './embedded-session.ts'

// A process of its own that ends: making a database runs a second engine, whose 500 MB are never given back.

const directory = process.argv[2]
if (directory === undefined) throw new Error('The directory to make a database in is missing.')

const engine = await PGlite.create({ fs: createDurableNodeFs(directory), startParams: embeddedStartParams })
await engine.close()
syncTree(directory)

/** The engine copies the new database into place without fsync; here each file and name is made to last. */
function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) syncTree(child)
    else if (entry.isFile()) syncPath(child)
  }
  syncPath(path)
}
