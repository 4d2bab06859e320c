import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { allowLongStatements } from '../../platform/db/transaction.ts'
import { userIdOf } from '../accounts/accounts.public.ts'
import { type ImportedAlert, storeImportedAlerts } from '../alerts/alerts.public.ts'
import { putImportedBuckets } from '../series/series.public.ts'
import {
  type ImportedEvent,
  openImportedEpoch,
  storeImportedEvents,
  type ValidatorNames,
} from '../watch/watch.public.ts'
import { pastImport } from './imports.schema.ts'
import type { PastAlert, PastEvent, PastLine, PastNetwork, PastSamples, PastValidator } from './past-line.ts'

/** What was imported. */
export interface Imported {
  networks: number
  validators: number
  samples: number
  events: number
  alerts: number
}

/** Why a past cannot be taken in. */
export class NoPastTaken extends Error {
  override name = 'NoPastTaken'
}

interface ImportContext {
  digest: string
  /** Unix ms, by the database's clock. */
  now: number
  /** Names this process among all that take leases. */
  holder: string
}

type Bucket = Parameters<typeof putImportedBuckets>[2][number]

/** A network of the file on its way into the database. */
interface Importing {
  chainId: string
  validators: PastValidator[]
  /** Once everything that is not a validator has to find them. */
  opened: { epoch: number; byAddress: Map<string, ValidatorNames & { moniker: string | null }> } | null
  buckets: Bucket[]
  events: ImportedEvent[]
  /** All of them: their numbers tell them apart. */
  alerts: ImportedAlert[]
}

/** Buckets and events that are held at a time. */
const most = 200

/**
 * Writes checked lines, each into the tables of the module that it belongs to. All of it is in the transaction.
 * @throws NoPastTaken where something of a network was read here already, somebody follows it, or an account is not there
 */
export async function importPast(
  tx: Tx,
  lines: AsyncIterable<Exclude<PastLine, { end: object }>>,
  context: ImportContext,
): Promise<Imported> {
  await allowLongStatements(tx)
  const networks = new Map<number, Importing>()
  const users = new Map<string, number>()
  const counts: Imported = { networks: 0, validators: 0, samples: 0, events: 0, alerts: 0 }

  function of(id: number): Importing {
    const network = networks.get(id)
    if (!network) throw new Error(`The network ${id} was not named.`)
    return network
  }

  async function opened(id: number) {
    const network = of(id)
    network.opened ??= await open(tx, id, network, context)
    return { network, ...network.opened }
  }

  async function flush(id: number): Promise<void> {
    const { network, epoch } = await opened(id)
    const key = { networkId: id, epoch }
    await putImportedBuckets(tx, key, network.buckets.splice(0))
    await storeImportedEvents(tx, key, network.events.splice(0))
  }

  const take = {
    network({ blockchain_id: id, chain_id: chainId }: PastNetwork) {
      networks.set(id, {
        chainId,
        validators: [],
        opened: null,
        buckets: [],
        events: [],
        alerts: [],
      })
      counts.networks += 1
    },
    validator(one: PastValidator) {
      of(one.blockchain_id).validators.push(one)
      counts.validators += 1
    },
    async samples({ blockchain_id: id, at, step, ...metrics }: PastSamples) {
      const { network } = await opened(id)
      network.buckets.push({ ...metrics, step, bucket: at / 1000 })
      counts.samples += 1
      if (network.buckets.length >= most) await flush(id)
    },
    async event(event: PastEvent) {
      const { network, byAddress } = await opened(event.blockchain_id)
      const found = byAddress.get(event.validator)
      if (!found) return
      network.events.push(timelineEvent(event, found.id))
      counts.events += 1
      if (network.events.length >= most) await flush(event.blockchain_id)
    },
    async alert(one: PastAlert) {
      const { network, byAddress } = await opened(one.blockchain_id)
      const userId = users.get(one.email) ?? (await ownerOf(tx, one.email))
      users.set(one.email, userId)
      network.alerts.push({
        userId,
        validator: (one.validator !== null && byAddress.get(one.validator)) || null,
        settingId: one.setting_id,
        at: one.at,
        height: one.height,
        endedAt: one.ended_at,
        acknowledgedAt: one.acknowledged_at,
        figures: one.figures,
      })
      counts.alerts += 1
    },
  }

  for await (const line of lines) {
    if ('network' in line) take.network(line.network)
    else if ('validator' in line) take.validator(line.validator)
    else if ('samples' in line) await take.samples(line.samples)
    else if ('event' in line) await take.event(line.event)
    else await take.alert(line.alert)
  }
  for (const [id, network] of networks) {
    await flush(id)
    const { epoch } = await opened(id)
    await storeImportedAlerts(tx, { networkId: id, epoch }, network.alerts)
    await tx.insert(pastImport).values({
      networkId: id,
      epoch,
      digest: context.digest,
      importedAt: new Date(context.now),
    })
  }
  return counts
}

/** True where this very file was imported before. */
export async function isImported(tx: Tx, digest: string): Promise<boolean> {
  const rows = await tx
    .select({ networkId: pastImport.networkId })
    .from(pastImport)
    .where(eq(pastImport.digest, digest))
    .limit(1)
  return rows.length > 0
}

async function ownerOf(tx: Tx, email: string): Promise<number> {
  const id = await userIdOf(tx, email)
  if (id === null)
    throw new NoPastTaken(
      `Nobody has the address ${email} here: \`user create\` it first. Nothing was imported.`,
    )
  return id
}

async function open(
  tx: Tx,
  networkId: number,
  { chainId, validators }: Importing,
  { now, holder }: ImportContext,
): Promise<NonNullable<Importing['opened']>> {
  const named = validators.map((one) => ({
    operatorAddress: one.operator_address,
    consensusAddress: one.consensus_address,
    moniker: one.moniker,
    leftAt: one.left_at,
  }))
  const opened = await openImportedEpoch(tx, { networkId, chainId, validators: named, now, holder })
  if (opened === 'FOLLOWED')
    throw new NoPastTaken(
      `The network ${networkId} is being followed: stop the server, and import before it starts.`,
    )
  if (opened === 'KNOWN')
    throw new NoPastTaken(
      `Something of the network ${networkId} was read here already, and a past has to be there before that. Leave that network out of the file, or import into an empty database.`,
    )
  const byAddress = new Map<string, ValidatorNames & { moniker: string | null }>()
  for (const [slot, { leftAt: _left, ...one }] of named.entries()) {
    const names = { ...one, id: opened.ids[slot] ?? 0 }
    byAddress.set(one.consensusAddress, names)
    if (one.operatorAddress !== null) byAddress.set(one.operatorAddress, names)
  }
  return { epoch: opened.epoch, byAddress }
}

function timelineEvent(
  { at, height, kind, before, after, outage }: PastEvent,
  validatorId: number,
): ImportedEvent {
  if (!outage) return { validatorId, at, height, kind, before, after, outage: null }
  return {
    validatorId,
    at,
    height: outage.last_height,
    kind,
    before: String(outage.first_height),
    after: String(outage.last_height),
    outage: { missed: outage.blocks, since: outage.from, atLeast: outage.at_least },
  }
}
