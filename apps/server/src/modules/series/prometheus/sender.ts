import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { acquireLease, type HeldLease, releaseLease } from '../../../platform/db/lease.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import { validatorIdsBySlot } from '../../watch/watch.public.ts'
import {
  type CountBuckets,
  createSampleWriter,
  makeSite,
  nameOf,
  type WaitingSeries,
  type Written,
  waitingSeries,
} from './sample-writer.ts'
import type { StoreClient } from '../../../platform/clients/store-client.ts'

/** How many samples of a network the store has refused at once. */
export interface RefusedSamples {
  network: number
  epoch: number
  samples: number
}

interface SenderDeps {
  db: Pick<Database, 'orm'>
  client: StoreClient
  ids: Pick<Ids, 'uuid'>
  clock: Pick<Clock, 'monotonic'>
  count: CountBuckets
  /** Said of a network once an hour at most. */
  onRefused(about: RefusedSamples): void
}

export interface Sender {
  /** Sends what waits, oldest first. @throws StoreFailure where the store takes nothing; all of it is sent later */
  send(signal: AbortSignal): Promise<void>
  /** Another process may have sent since, or the store may have lost something: the last minutes are sent again. */
  startAgain(): void
}

/** How long a refused series backs off while the store accepts nothing: it may be a proxy that refuses whatever it is sent. */
const restMs = 60_000
/** How long nothing more is said of a network whose samples are refused. */
const logEveryMs = 3_600_000

/**
 * Samples of every 25 s on their way to a Prometheus-compatible store. What it refuses of one network holds up no
 * other one. Whether it refuses these samples or everything, only one that it takes can show: then they are sent once
 * more, and passed over where it refuses them again.
 */
export function createSender({ db: { orm }, client, ids, clock, count, onRefused }: SenderDeps): Sender {
  const writer = createSampleWriter(orm, client, count)
  /** When a series whose samples were refused is sent again, though the store has taken nothing since. */
  const backingOff = new Map<string, number>()
  /** When it was last said of a network that its samples are refused. */
  const said = new Map<number, number>()

  async function write(series: WaitingSeries, signal: AbortSignal): Promise<Written> {
    const site = await makeSite(orm, ids.uuid())
    const slots = await validatorIdsBySlot(orm, series)
    const written = await writer.write(series, { site, ids: slots, signal })
    if (written.refused > 0) reportRefused(series, written)
    else backingOff.delete(nameOf(series))
    return written
  }

  /** Sends all series but those that back off. Returns what is still waiting, and whether the store has taken anything. */
  async function sendAll(signal: AbortSignal): Promise<{ refused: Set<string>; isTaking: boolean }> {
    const refused = new Set<string>()
    let isTaking = false
    for (const series of await waitingSeries(orm)) {
      const name = nameOf(series)
      const isResting = (backingOff.get(name) ?? 0) > clock.monotonic()
      const written = isResting ? null : await write(series, signal)
      if (written === null || written.refused > 0) refused.add(name)
      if (written?.isAnyTaken === true) isTaking = true
      else if (written !== null && written.refused > 0) backingOff.set(name, clock.monotonic() + restMs)
    }
    return { refused, isTaking }
  }

  /** What is refused by a store that takes samples is refused for good. */
  async function sendOnceMore(refused: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    for (const series of await waitingSeries(orm)) {
      const name = nameOf(series)
      if (!refused.has(name)) continue
      const written = await write(series, signal)
      if (written.refused > 0) await writer.passOver(series, written)
      backingOff.delete(name)
    }
  }

  function reportRefused({ networkId, epoch }: WaitingSeries, { refused }: Written): void {
    const last = said.get(networkId)
    if (last !== undefined && clock.monotonic() - last < logEveryMs) return
    said.set(networkId, clock.monotonic())
    onRefused({ network: networkId, epoch, samples: refused })
  }

  function startAgain(): void {
    writer.startAgain()
    backingOff.clear()
  }

  return {
    async send(signal) {
      try {
        const { refused, isTaking } = await sendAll(signal)
        if (isTaking && refused.size > 0) await sendOnceMore(refused, signal)
      } catch (error) {
        startAgain()
        throw error
      }
    },
    startAgain,
  }
}

/** A sample of another process, which nobody hints at, is sent with the next of its time. */
const everyMs = 5_000

/**
 * Sends samples, in one process at a time: two would only send everything twice. `holder`
 * names this process among all.
 */
export function createSenderLoop(
  { orm }: Pick<Database, 'orm'>,
  createLoop: CreateLoop,
  sender: Sender,
  holder: string,
): Loop {
  let held: HeldLease | null = null

  async function pass(signal: AbortSignal): Promise<void> {
    const taken = await acquireLease(orm, 'series/send', holder)
    if (held === null || taken === null) sender.startAgain()
    held = taken?.held ?? null
    if (held !== null) await sender.send(signal)
  }

  const loop = createLoop({ name: 'series/send', everyMs, pass })
  return {
    ...loop,
    async stop() {
      await loop.stop()
      if (held !== null) await releaseLease(orm, held)
    },
  }
}
