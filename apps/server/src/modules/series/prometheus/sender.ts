import { chartMetrics } from '@roundsman/contract/charts'
import type { Sample } from '@roundsman/timeseries/roll-up'
import type { Database } from '../../../platform/db/database.ts'
import type { Ids } from '../../../platform/ids.ts'
import { validatorIdsBySlot } from '../../watch/watch.public.ts'
import { samplesAfter } from '../bucket.store.ts'
import { remoteWriteBody, remoteWriteHeaders, type WrittenSeries } from './remote-write.ts'
import { makeSite, markSent, type WaitingSeries, waitingSeries } from './sent.store.ts'
import { labelsOf } from './series-labels.ts'
import type { StoreClient } from './store-client.ts'

type SampleRow = Sample & { bucket: number }

/** How far one series has come in this process. */
interface Position {
  /** Bucket that was sent last, or passed over. */
  at: number
  /** The one that was taken last, which goes along with the next. */
  taken: SampleRow | null
}

/** Of one series; `ids` of validators by slot. */
interface SendContext {
  networkId: number
  epoch: number
  site: string
  ids: ReadonlyMap<number, number>
  signal: AbortSignal
}

/** Buckets by what became of them. */
export type SendOutcome = 'taken' | 'again' | 'refused'

export interface SenderDeps {
  db: Pick<Database, 'orm'>
  client: StoreClient
  ids: Pick<Ids, 'uuid'>
  count(outcome: SendOutcome): void
}

export interface Sender {
  /** Sends what waits, oldest first. @throws StoreFailure where the store takes nothing; all of it is sent later */
  send(signal: AbortSignal): Promise<void>
  /** Another process may have sent since, or the store may have lost something: the last minutes are sent again. */
  startAgain(): void
}

/** A store that was killed may have lost its last seconds; what it has already it takes again, or refuses. */
const againSeconds = 300
const rowsAtOnce = 24
/** Longest wait for a bucket to be taken. */
const answerMs = 10_000

const columns = {
  cosmos_validator_uptime: 'uptime',
  cosmos_validator_voting_power: 'power',
  cosmos_validator_commission_rate: 'commission',
} as const

/**
 * Samples of every 25 s on their way to a Prometheus-compatible store, a request for each bucket of a network: a store
 * that takes samples in order refuses a request as a whole, and this way only what it really does not take.
 */
export function createSender({ db: { orm }, client, ids, count }: SenderDeps): Sender {
  const positions = new Map<string, Position>()

  async function isTaken(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<boolean> {
    const headers = remoteWriteHeaders
    const { status } = await client.post({ call: 'write', headers, body, deadlineMs: answerMs, signal })
    if (status >= 200 && status < 300) return true
    // As remote write has it: of these samples, and for good. Anything else is about the store or its address.
    if (status === 400 || status === 422) return false
    throw client.failure(`answers samples with ${status}`)
  }

  /** Sends one bucket, after the one before it. Gives whether it was taken. */
  async function sendRow(row: SampleRow, position: Position, context: SendContext): Promise<boolean> {
    const { taken } = position
    const send = (rows: readonly SampleRow[]) =>
      isTaken(remoteWriteBody(writtenSeries(rows, context)), context.signal)
    const isNowTaken = (taken !== null && (await send([taken, row]))) || (await send([row]))
    position.at = row.bucket
    position.taken = isNowTaken ? row : null
    return isNowTaken
  }

  /** Gives false where every new sample was refused: nothing of it counts as sent then. */
  async function sendSeries({ sent: known, ...key }: WaitingSeries, context: SendContext): Promise<boolean> {
    const sent = known ?? -1
    const name = `${key.networkId}/${key.epoch}`
    const position = positions.get(name) ?? { at: Math.max(-1, sent - againSeconds), taken: null }
    let isAnyTaken = false
    for (;;) {
      const rows = await samplesAfter(orm, key, { after: position.at, most: rowsAtOnce })
      if (rows.length === 0) break
      for (const row of rows) {
        const isNew = row.bucket > sent
        const isNowTaken = await sendRow(row, position, context)
        count(isNew ? (isNowTaken ? 'taken' : 'refused') : 'again')
        if (!isNew || !isNowTaken) continue
        isAnyTaken = true
        await markSent(orm, { ...key, bucket: row.bucket })
      }
    }
    // Whether the store refuses these samples or takes nothing at all, only a newer one can show.
    if (isAnyTaken) positions.set(name, position)
    else positions.delete(name)
    return isAnyTaken
  }

  async function sendAll(waiting: readonly WaitingSeries[], signal: AbortSignal): Promise<number[]> {
    const site = await makeSite(orm, ids.uuid())
    const refused: number[] = []
    for (const series of waiting) {
      const { networkId, epoch } = series
      const slots = await validatorIdsBySlot(orm, series)
      const isSent = await sendSeries(series, { networkId, epoch, site, ids: slots, signal })
      if (!isSent) refused.push(networkId)
    }
    return refused
  }

  return {
    async send(signal) {
      const waiting = await waitingSeries(orm)
      if (waiting.length === 0) return
      const refused = await sendAll(waiting, signal).catch((error: unknown) => {
        positions.clear()
        throw error
      })
      if (refused.length > 0) throw client.failure(`refuses every sample of network ${refused.join(', ')}`)
    },
    startAgain: () => positions.clear(),
  }
}

/** What these samples, oldest first, say of each validator: a series for each metric. */
function writtenSeries(
  rows: readonly SampleRow[],
  { ids, networkId, epoch, site }: SendContext,
): WrittenSeries[] {
  const network = { networkId, epoch, site }
  return [...ids].flatMap(([slot, validatorId]) =>
    chartMetrics.flatMap((metric) => {
      const samples = rows.flatMap((row) => {
        const value = row[columns[metric]][slot] ?? null
        return value === null ? [] : [[row.bucket * 1000, value] as const]
      })
      return samples.length === 0 ? [] : [{ labels: labelsOf({ ...network, metric, validatorId }), samples }]
    }),
  )
}
