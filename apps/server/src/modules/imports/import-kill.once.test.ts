import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess } from '../../testing/server-process.ts'
import { testCatalogue, testNetwork } from '../../testing/test-catalogue.ts'
import { copyEmbeddedTemplate, openEmbedded } from '../../testing/test-database.ts'

// kill -9 while the program imports: it reads from a pipe, so that the test knows how far it is.

let dir = ''
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-import-kill-'))
  await copyEmbeddedTemplate(dir)
  const catalogue = testCatalogue([testNetwork({ chain_id: 'test-1' })])
  writeFileSync(join(dir, 'networks.json'), JSON.stringify(catalogue))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const start = Date.UTC(2026, 0, 1)
const operator = 'celestiavaloper1aaa'
const lines = [
  { roundsman_past: 1 },
  { network: { blockchain_id: 1, chain_id: 'test-1' } },
  {
    validator: {
      blockchain_id: 1,
      operator_address: operator,
      consensus_address: 'A'.repeat(40),
      moniker: 'Ann',
    },
  },
  ...Array.from({ length: 20_000 }, (_, index) => ({
    event: {
      ...{ blockchain_id: 1, validator: operator, kind: 'power_changed' },
      ...{ at: new Date(start + index * 1_000).toISOString(), before: '1', after: '2' },
    },
  })),
].map((line) => `${JSON.stringify(line)}\n`)
const end = `${JSON.stringify({ end: { lines: lines.length } })}\n`

const importing = (file: string) =>
  startProcess('cli.ts', ['import', file], {
    ROUNDSMAN_DATA_DIR: dir,
    ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
  })

/** Puts a new pipe where another may be. */
function newPipe(path: string): void {
  execFileSync('mkfifo', [`${path}.new`])
  renameSync(`${path}.new`, path)
}

async function counts(): Promise<object | undefined> {
  const db = await openEmbedded(dir)
  try {
    const { rows } = await db.orm.execute(sql`
      select (select count(*)::int from watch_event) as events, (select count(*)::int from watch_validator) as validators,
             (select count(*)::int from watch_network) as networks, (select count(*)::int from past_import) as imports`)
    return rows[0]
  } finally {
    await db.close()
  }
}

test('B170: killed in the middle, it leaves nothing; started again, it imports all of it, once', {
  timeout: 300_000,
}, async () => {
  const pipe = join(dir, 'past')
  newPipe(pipe)
  const killed = importing(pipe)
  // It reads the file for its digest, and then to write what it reads.
  const whole = await open(pipe, 'w')
  await whole.write(lines.join('') + end)
  // Whoever has read this one to its end opens the next one.
  newPipe(pipe)
  await whole.close()
  const writer = await open(pipe, 'w')
  await writer.write(lines.slice(0, 15_000).join(''))
  killed.child.kill('SIGKILL')
  expect(await killed.ended).toEqual({ code: null, signal: 'SIGKILL' })
  await writer.close()
  expect(await counts()).toEqual({ events: 0, validators: 0, networks: 0, imports: 0 })

  const file = join(dir, 'past.ndjson')
  writeFileSync(file, lines.join('') + end)
  const all = { events: 20_000, validators: 1, networks: 1, imports: 1 }
  for (const said of [/Imported: 1 networks, 1 validators, 0 samples, 20000 events/, /was imported before/]) {
    const process = importing(file)
    await process.said(said)
    expect(await process.ended).toEqual({ code: 0, signal: null })
    expect(await counts()).toEqual(all)
  }
})
