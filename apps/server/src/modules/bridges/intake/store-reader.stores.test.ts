import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStoreClient } from '../../../platform/clients/store-client.ts'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { systemClock } from '../../../platform/clock.ts'
import { acquireLease } from '../../../platform/db/lease.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { withClock } from '../../../testing/with-clock.ts'
import { remoteWriteBody, remoteWriteHeaders } from '../../series/prometheus/remote-write.ts'
import { createStoreProgram, startGate, type StoreProgram } from '../../series/testing/store-program.ts'
import { listedBridges } from '../bridge.store.ts'
import { readBridges } from '../showing/bridge-view.ts'
import { askStore, takeAnswer } from './store-reader.ts'

// The tier `stores` says where the programs are.
const paths = {
  prometheus: process.env['PROMETHEUS_PATH'] ?? 'prometheus',
  store: process.env['VICTORIA_METRICS_PATH'] ?? 'victoria-metrics',
  gate: process.env['VMAUTH_PATH'] ?? 'vmauth',
}
const networkId = 1
const many = 10_000
const headHeight = 1_000_000

let database: TestDatabase
let clock: ManualClock
let program: StoreProgram
beforeAll(async () => {
  database = await createTestDatabase()
  program = await createStoreProgram('victoria-metrics', paths.store)
  await program.start()
})
beforeEach(async () => {
  await database.db.orm.execute(
    sql`truncate user_account, bridge, bridge_token, bridge_network restart identity cascade`,
  )
  // The store is asked for what is there now, so the test's time is a few minutes ago, and goes on from there.
  clock = createManualClock(systemClock.now() - 160_000)
})
afterAll(async () => {
  await program.remove()
  await database.drop()
})

const db = () => withClock(database.db, clock)
/** However long a busy machine takes. */
const patient = { timeoutSignal: () => new AbortController().signal }
const clientOf = (url: string) => createStoreClient(url, { fetch: systemFetch, clock: patient })
const view = {
  networkHeight: () => headHeight,
  blockSeconds: () => 6,
  accepts: () => true,
  accessOf: () => 'ANY' as const,
}
async function read() {
  const taken = await acquireLease(database.db.orm, 'test', 'this test')
  if (taken === null) throw new Error('another has the lease of this test')
  const answer = await askStore(clientOf(program.url), networkId)
  return takeAnswer(db(), view, answer, { networkId, held: taken.held })
}

async function addTokens(count: number, first = 1): Promise<void> {
  await database.db.orm.execute(sql`
    insert into user_account (email, email_key, created_at)
    values ('ada@example.org', 'ada@example.org', now())`)
  await database.db.orm.execute(sql`
    insert into bridge_token (id, user_id, network_id, name, hash, created_at)
    select n, (select id from user_account), ${networkId}, 'Bridge ' || n, 'hash ' || n, now()
    from generate_series(${first}::int, ${first + count - 1}::int) n`)
}

const peerOf = (token: number) => `12D3KooWBridge${String(token).padStart(38, '0')}`
const heightOf = (token: number, round: number) => headHeight - (token % 3) - 100 + round
type Line = { metric: Record<string, string>; values: number[]; timestamps: number[] }

/** What a bridge of a token pushes, as it is in the store behind the gate. */
function linesOf(token: number, round: number, at: number): Line[] {
  const labels = {
    job: 'celestia/Bridge',
    instance: peerOf(token),
    roundsman_network: String(networkId),
    roundsman_token: String(token),
  }
  const line = (name: string, value: number, more: Record<string, string> = {}) => ({
    metric: { __name__: name, ...labels, ...more },
    values: [value],
    timestamps: [at],
  })
  return [
    line('hdr_store_head_height_gauge', heightOf(token, round) - 1),
    line('hdr_sync_subjective_head_gauge', heightOf(token, round)),
    line('node_start_ts', 1_790_000_000),
    line('build_info', 1, { semantic_version: 'v0.31.4', last_commit: 'abc' }),
  ]
}

const heartbeat = (at: number): Line => ({
  metric: { __name__: 'up', job: 'roundsman_heartbeat', instance: 'agent' },
  values: [1],
  timestamps: [at],
})

async function importInto(url: string, lines: readonly Line[], headers = {}): Promise<number> {
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const { status } = await fetch(`${url}/api/v1/import`, { method: 'POST', body, headers })
  return status
}

/** Everybody but some pushes. */
async function pushRound(round: number, except: (token: number) => boolean = () => false): Promise<void> {
  const at = clock.now() - 2_000
  const tokens = Array.from({ length: many }, (_, index) => index + 1).filter((token) => !except(token))
  await importInto(program.url, [heartbeat(at), ...tokens.flatMap((token) => linesOf(token, round, at))])
  await program.flush()
}

/** What "no push for a minute" is of every bridge by what is known of it (E23), and how many of each. */
async function silence(): Promise<Record<string, number>> {
  const now = { now: clock.now(), height: headHeight, isLive: true, blockSeconds: 6 }
  const counts: Record<string, number> = {}
  for (const reading of await readBridges(database.db.orm, networkId, now, 'store')) {
    const { updateAgeMs, observedSilenceMs } = reading
    const isOld = updateAgeMs === null || updateAgeMs >= 60_000
    const truth = !isOld ? 'FALSE' : (observedSilenceMs ?? 0) >= 60_000 ? 'TRUE' : 'UNKNOWN'
    counts[truth] = (counts[truth] ?? 0) + 1
  }
  return counts
}

describe('VictoriaMetrics', () => {
  test('G76 G78 G79: ten thousand bridges stand as they pushed; a store that is down, or gets nothing, makes nobody silent', async () => {
    await addTokens(many)
    await pushRound(0)
    expect(await read()).toMatchObject({ bridges: many, isWhole: true })
    await clock.advance(40_000)
    const at = clock.now() - 2_000
    await pushRound(1, (token) => token <= 5)
    await read()
    const rows = await listedBridges(database.db.orm, networkId)
    expect(rows).toHaveLength(many)
    for (const { tokenId, peerId, state } of rows) {
      const token = tokenId ?? 0
      const round = token <= 5 ? 0 : 1
      const expected = {
        ...{ height: heightOf(token, round), version: 'v0.31.4', startedAt: 1_790_000_000 },
        updatedAt: at - (1 - round) * 40_000,
      }
      expect({ peerId, ...state }).toMatchObject({ peerId: peerOf(token), ...expected })
    }
    await clock.advance(40_000)
    await pushRound(2, (token) => token <= 5)
    await read()
    expect(await silence()).toEqual({ TRUE: 5, FALSE: many - 5 })

    // It gets nothing more: whoever asks sees the same samples get older.
    await clock.advance(70_000)
    await read()
    expect(await silence()).toEqual({ UNKNOWN: many })

    await program.stop()
    await expect(read()).rejects.toThrow('cannot be reached')
    expect(await silence()).toEqual({ UNKNOWN: many })

    // Back with what it had, then with what is new: silence counts from there.
    await program.start()
    await read()
    expect(await silence()).toEqual({ UNKNOWN: many })
    await pushRound(3, (token) => token <= 5)
    await read()
    expect(await silence()).toEqual({ UNKNOWN: 5, FALSE: many - 5 })
  })

  test('G77: whatever a bridge says, the gate names the token; with it nothing is read, and without one nothing is taken', async () => {
    // Of which the store knows nothing yet.
    const [other, own] = [many + 1, many + 2]
    await addTokens(2, other)
    const label = (token: number) =>
      `extra_label=roundsman_network=${networkId}&extra_label=roundsman_token=${token}`
    const users = [other, own].map(
      (token) => `- bearer_token: secret-${token}
  url_map:
  - src_paths: ["/api/v1/import"]
    url_prefix: "${program.url}/?${label(token)}"
`,
    )
    const gate = await startGate(paths.gate, users.join(''))
    try {
      const [, height] = linesOf(other, 0, clock.now())
      const forged = height
        ? [{ ...height, metric: { ...height.metric, instance: 'mallory', roundsman_network: '2' } }]
        : []
      const as = (token: string) => ({ authorization: `Bearer ${token}` })
      // It has its own token, and says that it is the other, in a label and in the address.
      expect(await importInto(gate.url, forged, as(`secret-${own}`))).toBe(204)
      const address = `${gate.url}/api/v1/import?extra_label=roundsman_token=${other}`
      const body = JSON.stringify({ ...forged[0], metric: { ...forged[0]?.metric, instance: 'mallory' } })
      expect((await fetch(address, { method: 'POST', body, headers: as(`secret-${own}`) })).status).toBe(204)
      expect(await importInto(gate.url, forged, as('secret-of-nobody'))).toBe(400)
      expect(
        (await fetch(`${gate.url}/api/v1/query?query=up`, { headers: as(`secret-${own}`) })).status,
      ).toBe(400)
      await program.flush()
      await read()
      const mine = (await listedBridges(database.db.orm, networkId)).filter(
        ({ peerId }) => peerId === 'mallory',
      )
      expect(mine).toMatchObject([{ tokenId: own }])
    } finally {
      await gate.remove()
    }
  })

  test('G77: a token with more series than a bridge can have hides nobody else', async () => {
    const at = clock.now()
    const flood = Array.from({ length: 150 }, (_, index) =>
      linesOf(2, 0, at).map((line) => ({
        ...line,
        metric: { ...line.metric, instance: `flood ${index}`, roundsman_network: '8' },
      })),
    )
    const other = linesOf(1, 0, at).map((line) => ({
      ...line,
      metric: { ...line.metric, roundsman_network: '8' },
    }))
    // One height, and versions without end.
    const versions = Array.from({ length: 250 }, (_, index) =>
      linesOf(3, 0, at)
        .filter(({ metric }) => index === 0 || metric['__name__'] === 'build_info')
        .map((line) => ({
          ...line,
          metric: { ...line.metric, semantic_version: `v${index}`, roundsman_network: '8' },
        })),
    )
    await importInto(program.url, [...flood.flat(), ...versions.flat(), ...other])
    await program.flush()
    expect((await askStore(clientOf(program.url), 8)).bridges).toMatchObject([
      { tokenId: 1, peerId: peerOf(1) },
    ])
  })

  test('G78: a bridge whose clock is ahead is seen as late as it is ahead', async () => {
    const aheadMs = 100_000
    const own = (line: Line) => ({ ...line, metric: { ...line.metric, roundsman_network: '9' } })
    const at = systemClock.now() - aheadMs
    // It pushed twice, and says of the second push that it will be in a while.
    const pushes = [at, at + 2 * aheadMs].flatMap((time, round) => linesOf(1, round, time).map(own))
    await importInto(program.url, pushes)
    await program.flush()
    expect((await askStore(clientOf(program.url), 9)).bridges).toMatchObject([{ at, height: heightOf(1, 0) }])
  })
})

describe('Prometheus', () => {
  test('G76: it understands the same query', async () => {
    const prometheus = await createStoreProgram('prometheus', paths.prometheus)
    try {
      await prometheus.start()
      const at = systemClock.now() - 20_000
      const series = [...linesOf(1, 0, at), ...linesOf(2, 0, at), heartbeat(at)].map(
        ({ metric, values }) => ({
          labels: metric,
          samples: [[at, values[0] ?? 0]] as const,
        }),
      )
      const answer = await fetch(`${prometheus.url}/api/v1/write`, {
        method: 'POST',
        headers: remoteWriteHeaders,
        body: remoteWriteBody(series),
      })
      expect(answer.status).toBe(204)
      expect(await askStore(clientOf(prometheus.url), networkId)).toEqual({
        isWhole: true,
        heartbeats: [at],
        bridges: [1, 2].map((token) => ({
          ...{ tokenId: token, namespace: 'celestia', kind: 'Bridge', peerId: peerOf(token), at },
          ...{ height: heightOf(token, 0), version: 'v0.31.4', startedAt: 1_790_000_000 },
        })),
      })
    } finally {
      await prometheus.remove()
    }
  })
})
