import { sql } from 'drizzle-orm'
import { forgetOld } from '../../apps/server/src/modules/series/bucket.store.ts'
import { createRecording } from '../../apps/server/src/modules/series/testing/recording.ts'
import { createManualClock } from '../../apps/server/src/testing/manual-clock.ts'
import { withClock } from '../../apps/server/src/testing/with-clock.ts'
import { sampleSeconds } from '../../packages/timeseries/src/ladder.ts'
import { openBenchDatabase } from './bench-database.ts'
import { sampleAt, seriesStart } from './series-data.ts'

// Recording by the server's own recorder, with the clock moved from sample to sample, or as a row for each validator.
// Usage: tsx bench/src/series-recording.ts <networks> <validators> <hours> <arrays|rows>
const [networks = 0, validators = 0, hours = 0] = process.argv.slice(2).map(Number)
const layout = process.argv[5]
if (!(networks > 0 && validators > 0 && hours > 0) || (layout !== 'arrays' && layout !== 'rows'))
  throw new Error('usage: series-recording.ts <networks> <validators> <hours> <arrays|rows>')

const { db: own, remove } = await openBenchDatabase()
const clock = createManualClock(seriesStart * 1000)
const db = withClock(own, clock)
await db.orm.execute(sql`
  create table plain_sample (network_id integer, validator integer, at bigint, uptime float8, power float8,
                             commission float8, tokens float8, primary key (network_id, validator, at))`)

const recordings = new Map(
  Array.from({ length: networks }, (_, index) => {
    const key = { networkId: index + 1, epoch: 1 }
    return [key.networkId, createRecording({ db, clock }, key)]
  }),
)

async function asArrays(networkId: number): Promise<void> {
  const recording = recordings.get(networkId)
  if (!recording) throw new Error(`there is no network ${networkId}`)
  const { uptime, power, commission, tokens } = sampleAt(Math.floor(clock.now() / 1000), validators)
  recording.values = uptime.map((part, slot) => ({
    uptime: part,
    power: BigInt(power[slot] ?? 0),
    commissionRate: commission[slot] ?? null,
    tokens: BigInt(Math.round(tokens[slot] ?? 0)),
  }))
  await recording.commit()
}

async function asRows(networkId: number): Promise<void> {
  const at = Math.floor(clock.now() / 1000)
  const { uptime, power, commission, tokens } = sampleAt(at, validators)
  const columns = [uptime, power, commission, tokens].map((values) => sql`${JSON.stringify(values)}::jsonb`)
  const [a, b, c, d] = columns.map((values) => sql`(${values} ->> slot)::float8`)
  await db.transaction((tx) =>
    tx.execute(sql`
      insert into plain_sample
      select ${networkId}::int, slot, ${at}::bigint, ${a}, ${b}, ${c}, ${d}
      from generate_series(0, ${validators - 1}::int) as slot`),
  )
}

const record = layout === 'arrays' ? asArrays : asRows
const samples = (hours * 3_600) / sampleSeconds
const before = process.cpuUsage()
const from = performance.now()
for (let sample = 0; sample < samples; sample += 1) {
  for (let networkId = 1; networkId <= networks; networkId += 1) await record(networkId)
  await clock.advance(sampleSeconds * 1000)
  if (sample % (3_600 / sampleSeconds) === 0 && layout === 'arrays') await forgetOld(db)
}
const { user, system } = process.cpuUsage(before)
const { rows } = await db.orm.execute<{ bytes: number }>(sql`
  select pg_total_relation_size(${layout === 'arrays' ? 'series_bucket' : 'plain_sample'})::float8 as bytes`)
console.log(
  JSON.stringify({
    processorSeconds: (user + system) / 1e6,
    millisecondsEach: (performance.now() - from) / samples / networks,
    bytes: rows[0]?.bytes ?? 0,
  }),
)
await remove()
