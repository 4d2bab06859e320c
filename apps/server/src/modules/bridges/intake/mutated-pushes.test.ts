import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fromBinary, toJsonString } from '@bufbuild/protobuf'
import { ExportMetricsServiceRequestSchema } from '@roundsman/bridges/generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { tokenHash } from '../../../platform/config/secrets.ts'
import { createSeededRandom, type SeededRandom } from '../../../testing/seeded-random.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { pushBytes } from '../testing/pushing.ts'

// `PUSHES=100000 npx vitest run --project server …` for whoever changes the intake; `PUSHES_SEED` repeats a run.
const count = Number(process.env['PUSHES'] ?? 1_000)
const seed = Number(process.env['PUSHES_SEED'] ?? systemClock.now() % 1_000_000)
const peers = { ada: 'ada', bob: 'bob' }
const heights = new Set<number | null>()
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([
      testNetwork({ is_da_enabled: true, bridge_namespaces: ['private', 'simulated'] }),
    ]),
  })
  await site.app.start()
  await site.createUser('ada@example.org', 'a long enough password')
  for (const name of Object.keys(peers))
    await site.database.db.orm.execute(sql`
      insert into bridge_token (user_id, network_id, name, hash, created_at)
      select id, 1, ${name}, ${tokenHash(name).toString('hex')}, now() from user_account`)
})
afterAll(() => site.close())

interface Form {
  bytes: Buffer
  type: string
}

/** What bridges really push, and the same as JSON. */
function realForms(): Form[] {
  const folder = new URL('../../../../../../packages/bridges/src/fixtures/', import.meta.url)
  return ['synced', 'stalled', 'recovered', 'first-push-after-restart'].flatMap((name) => {
    const bytes = gunzipSync(readFileSync(new URL(`bridge-${name}.pb.gz`, folder)))
    const request = fromBinary(ExportMetricsServiceRequestSchema, bytes)
    const text = toJsonString(ExportMetricsServiceRequestSchema, request)
    return [
      { bytes, type: 'application/x-protobuf' },
      { bytes: Buffer.from(text), type: 'application/json' },
    ]
  })
}

/** Some bytes are others, left out, twice there, or cut off. */
function mutate(bytes: Buffer, random: SeededRandom): Buffer {
  let made = Buffer.from(bytes)
  for (let changes = random.below(6); changes > 0 && made.length > 0; changes--) {
    const at = random.below(made.length)
    const length = 1 + random.below(64)
    const [before, after] = [made.subarray(0, at), made.subarray(at + length)]
    const kind = random.below(5)
    if (kind === 0) made[at] = random.below(256)
    else if (kind === 1) made = Buffer.concat([before, after])
    else if (kind === 2) made = Buffer.concat([made.subarray(0, at + length), made.subarray(at)])
    else if (kind === 3) made = Buffer.from(before)
    else made = Buffer.concat([before, Buffer.from(String(random.below(1e9) - 5e8)), after])
  }
  return made
}

async function send(token: string, { bytes, type }: Form, headers: Record<string, string> = {}) {
  return site.app.server.fastify.inject({
    method: 'POST',
    url: '/v1/metrics',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
    payload: bytes,
  })
}

const kept = async () =>
  (
    await site.database.db.orm.execute<{ peer_id: string; height: number | null; name: string }>(sql`
      select b.peer_id, (b.state->>'height')::float8 as height, t.name
      from bridge b join bridge_token t on t.id = b.token_id order by b.id`)
  ).rows

test(
  `G46: mutated pushes are no failure and change nobody else's bridge, seed ${seed}`,
  async () => {
    const random = createSeededRandom(seed)
    const forms = realForms()
    const statuses = new Map<number, number>()
    await send('bob', { bytes: pushBytes({ peerId: 'bob', height: 7 }), type: 'application/x-protobuf' })
    const [bob] = await kept()
    for (let index = 0; index < count; index++) {
      // So that no limit is reached.
      if (index % 30 === 0) await site.clock.advance(5_000)
      const form = random.pick(forms)
      const bytes = mutate(form.bytes, random)
      const packed = random.chance(0.3)
      const sent = packed ? (random.chance(0.5) ? gzipSync(bytes) : mutate(gzipSync(bytes), random)) : bytes
      const answer = await send('ada', { ...form, bytes: sent }, packed ? { 'content-encoding': 'gzip' } : {})
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      expect([index, answer.statusCode < 500], answer.body).toEqual([index, true])
      expect(String(answer.headers['content-type'])).toContain(form.type)
      if (index % 50 === 0)
        for (const { name, height } of await kept()) if (name === 'ada') heights.add(height)
    }
    const after = await kept()
    expect(after.find(({ name }) => name === 'bob')).toEqual(bob)
    expect(after.filter(({ name }) => name === 'ada').length).toBeLessThanOrEqual(1)
    // It did work: some were taken, some refused.
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400]))
    for (const height of heights) expect(height === null || (height > 0 && height < 2 ** 46)).toBe(true)
  },
  Math.max(600_000, 30 * count),
)
