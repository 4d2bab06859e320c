import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { createSimChain } from '@roundsman/simnet/sim-chain'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogueNetwork } from './modules/networks/networks.public.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { type ServerProcess, startProcess } from './testing/server-process.ts'
import { testCatalogue, testNetwork } from './testing/test-catalogue.ts'
import {
  copyEmbeddedTemplate,
  createTestDatabase,
  openEmbedded,
  type TestDatabase,
  testDatabaseUrl,
} from './testing/test-database.ts'

// The program itself on four live chains, told of another catalogue as an operator does it. On the engine of the suite.

let dir: string
let database: TestDatabase | null
let simnet: Simnet
let server: ServerProcess
let others: ServerProcess[]

const ids = [1, 2, 3, 4] as const
const chainIdOf = (id: number) => `small-${id}`

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-reload-'))
  database = testDatabaseUrl === null ? null : await createTestDatabase()
  if (database === null) await copyEmbeddedTemplate(dir)
  const clock = { now: systemClock.now }
  const chains = ids.map((blockchainId) => {
    const profile = smallProfile({
      blockchainId,
      chainId: chainIdOf(blockchainId),
      slug: chainIdOf(blockchainId),
      blockTimeMs: 300,
    })
    return createSimChain({ profile, seed: 'reload', clock, natural: false, firstTime: clock.now() - 6_000 })
  })
  simnet = await startSimnet({ seed: 'reload', chains, clock })
  others = []
})
afterEach(async () => {
  for (const { child } of [server, ...others]) child.kill('SIGKILL')
  await Promise.all([server, ...others].map(({ ended }) => ended))
  await simnet.close()
  await database?.drop()
  rmSync(dir, { recursive: true, force: true })
})

const environment = () => ({
  ROUNDSMAN_DATA_DIR: dir,
  ROUNDSMAN_PORT: '0',
  ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
  ROUNDSMAN_ENVIRONMENT_FILE: join(dir, 'environment'),
  ROUNDSMAN_SECRET: 'a secret for tests, 32 bytes at least',
  ...(database === null ? {} : { DATABASE_URL: database.url ?? '' }),
})

/** A network of the catalogue, by the endpoints of these names (`a` and `b`). */
function network(id: number, names: readonly ('a' | 'b')[] = ['a', 'b']): CatalogueNetwork {
  const rpc = (simnet.endpoints[id] ?? []).filter((url) => names.some((name) => url.endsWith(`/${name}`)))
  return testNetwork({ blockchain_id: id, chain_id: chainIdOf(id), rpc })
}

function write(first: CatalogueNetwork, ...more: CatalogueNetwork[]): void {
  writeFileSync(join(dir, 'networks.json'), JSON.stringify(testCatalogue([first, ...more])))
}

async function cli(...words: string[]) {
  const process = startProcess('cli.ts', words, environment())
  others.push(process)
  const { code } = await process.ended
  return { code, out: process.out(), err: process.err() }
}

const metrics = async (address: string) => (await fetch(`${address}/metrics`)).text()

/** Waits until the process has committed so many heights of a network since it began. */
async function reached(address: string, id: number, wanted: number): Promise<number> {
  for (;;) {
    const text = await metrics(address)
    const found = new RegExp(`roundsman_watch_heights_total\\{network="${id}"\\} (\\d+)`).exec(text)
    if (Number(found?.[1] ?? 0) >= wanted) return Number(found?.[1])
    await systemClock.sleep(50)
  }
}
const more = async (address: string, id: number, count: number) =>
  reached(address, id, (await reached(address, id, 1)) + count)

/** The database, with the embedded engine once the server has stopped. */
async function withDatabase(use: (db: Database) => Promise<void>): Promise<void> {
  if (database !== null) return use(database.db)
  const db = await openEmbedded(dir)
  try {
    await use(db)
  } finally {
    await db.close()
  }
}

describe('reload of a running program', { timeout: 240_000 }, () => {
  it('B202, B203, B204, B206: networks come, change and go while another misses nothing; a mistake changes nothing', async () => {
    writeFileSync(join(dir, 'environment'), '')
    write(network(1), network(2, ['a']), network(3))
    server = startProcess('main.ts', [], environment())
    const [, address = ''] = await server.said(/"address":"([^"]+)"/)
    for (const id of [1, 2, 3]) await reached(address, id, 3)
    const asked = (name: string) => simnet.requests(2, name)
    expect(asked('b')).toBe(0)

    writeFileSync(
      join(dir, 'environment'),
      'ROUNDSMAN_ROLES=web,watch,notify\nROUNDSMAN_TRUSTED_PROXIES=10.0.0.1\n',
    )
    write(network(1), network(2, ['b']), network(4))
    expect(await cli('reload')).toEqual({
      code: 0,
      out: [
        'Networks added: Network 4 (4)',
        'Networks changed: Network 2 (2)',
        'Networks removed: Network 3 (3)',
        'What these say has changed and needs a restart: ROUNDSMAN_TRUSTED_PROXIES\n',
      ].join('\n'),
      err: '',
    })
    // After these nothing is under way any more of what was taken away.
    await more(address, 2, 5)
    await more(address, 4, 5)
    const gone = simnet.requests(3, 'a') + simnet.requests(3, 'b')
    const old = asked('a')
    await more(address, 1, 10)
    expect(asked('b')).toBeGreaterThan(0)
    expect(asked('a')).toBe(old)
    expect(simnet.requests(3, 'a') + simnet.requests(3, 'b')).toBe(gone)
    expect(await metrics(address)).not.toMatch(/roundsman_watch_lag_blocks\{network="3"\}/)
    expect((await fetch(`${address}/api/networks/`)).status).toBe(200)

    writeFileSync(
      join(dir, 'networks.json'),
      JSON.stringify({ networks: [{ ...network(1), rpc: ['nowhere'] }] }),
    )
    const refused = await cli('reload')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('networks[0].rpc[0]: must be an http or https address')
    await more(address, 4, 3)

    // By the signal, which says what it did in the log.
    server.child.kill('SIGHUP')
    await server.said(/the configuration was not reloaded; nothing has changed/)
    write(network(1), network(2, ['b']), network(3), network(4))
    server.child.kill('SIGHUP')
    await server.said(/"changes":\["Networks added: Network 3 \(3\)"\]/)
    await more(address, 3, 3)
    await more(address, 1, 3)
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })

    await withDatabase(async (db) => {
      const { rows } = await db.orm.execute<{ id: number; blocks: number; span: number; fence: number }>(sql`
        select b.network_id as id, count(*)::int as blocks, (max(b.height) - min(b.height) + 1)::int as span,
          (select fence::int from lease where name = 'watch/' || b.network_id) as fence
        from watch_block b group by 1 order by 1`)
      // Each height once, without a gap; of the one that was left alone also under the lease that it began with.
      expect(rows.map(({ id, blocks, span }) => [id, blocks === span])).toEqual(ids.map((id) => [id, true]))
      expect(rows.map(({ fence }) => fence)).toEqual([1, 2, 2, 1])
    })
  })
})
