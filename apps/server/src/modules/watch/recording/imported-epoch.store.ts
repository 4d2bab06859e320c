import type { ValidatorEventKind } from '@roundsman/contract/networks/validator-details'
import { eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { acquireLease, releaseLease } from '../../../platform/db/lease.ts'
import { memberFacts, newRecord } from '../model/validator-facts.ts'
import { watchEpoch, watchEvent, watchNetwork, watchValidator } from '../model/watch.schema.ts'

/** A validator as somebody else knew it. */
export interface ImportedValidator {
  operatorAddress: string | null
  /** Upper-case hex. */
  consensusAddress: string
  moniker: string | null
  /** When it left the chain, Unix ms; null: it did not. */
  leftAt: number | null
}

/** Something that somebody else saw happen. */
export interface ImportedEvent {
  validatorId: number
  /** The chain's own time of it, Unix ms. */
  at: number
  height: number | null
  kind: ValidatorEventKind
  before: string | null
  after: string | null
  outage: { missed: number; since: number; atLeast: boolean } | null
}

/** Rows in one statement: well below the 65,535 parameters that the protocol allows. */
const rowsAtOnce = 500

/**
 * Opens the first epoch of a network of which nothing was ever read here, with the validators that are known of it: what
 * they are now the first state says. Gives their ids, in their order. `FOLLOWED`: a process has the network; `KNOWN`:
 * something was read of it.
 */
export async function openImportedEpoch(
  tx: Tx,
  request: {
    networkId: number
    chainId: string
    validators: readonly ImportedValidator[]
    /** The database's clock, Unix ms. */
    now: number
    /** Names this process among all that take leases. */
    holder: string
  },
): Promise<{ epoch: number; ids: number[] } | 'FOLLOWED' | 'KNOWN'> {
  const { networkId, chainId, validators, now, holder } = request
  const epoch = 1
  const taken = await acquireLease(tx, `watch/${networkId}`, holder)
  if (taken === null) return 'FOLLOWED'
  const [row] = await tx
    .insert(watchNetwork)
    .values({ networkId, epoch, chainId, seq: 1 })
    .onConflictDoUpdate({
      target: watchNetwork.networkId,
      set: { epoch, chainId, seq: sql`${watchNetwork.seq} + 1` },
      setWhere: eq(watchNetwork.epoch, 0),
    })
    .returning({ seq: watchNetwork.seq })
  if (row === undefined) return 'KNOWN'
  await tx.insert(watchEpoch).values({ networkId, epoch, chainId, openedAt: now })
  const ids: number[] = []
  for (let first = 0; first < validators.length; first += rowsAtOnce) {
    const some = validators.slice(first, first + rowsAtOnce).map((one, index) => {
      const { operatorAddress, consensusAddress: address, moniker, leftAt } = one
      const facts = { ...memberFacts({ address, power: 0n }, undefined), operatorAddress, moniker }
      const { id: _none, ...record } = newRecord(facts, first + index, now)
      return {
        ...record,
        bondStatus: 'BOND_STATUS_UNSPECIFIED' as const,
        removedAt: leftAt,
        networkId,
        epoch,
      }
    })
    const rows = await tx
      .insert(watchValidator)
      .values(some.map((record) => ({ ...record, seq: row.seq })))
      .returning({ id: watchValidator.id, slot: watchValidator.slot })
    for (const { id, slot } of rows) ids[slot] = id
  }
  await releaseLease(tx, taken.held)
  return { epoch, ids }
}

/** Adds to the timeline what somebody else saw, in this order, which has to be that of its times. */
export async function storeImportedEvents(
  orm: Queryable,
  { networkId, epoch }: { networkId: number; epoch: number },
  events: readonly ImportedEvent[],
): Promise<void> {
  for (let first = 0; first < events.length; first += rowsAtOnce) {
    await orm.insert(watchEvent).values(
      events.slice(first, first + rowsAtOnce).map(({ outage, at, ...event }) => ({
        ...event,
        ...outage,
        at,
        chainAt: at,
        networkId,
        epoch,
        imported: true,
        // Of no batch: nobody decides of it.
        seq: 0,
      })),
    )
  }
}
