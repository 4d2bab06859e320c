import type { Catalogue, Condition } from '@roundsman/alerting/catalogue'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import {
  alertEntriesOfTeam,
  alertEntriesOfUser,
  type AlertEntry,
  type AlertWatch,
  type ConditionMute,
  type ManageAlertsBody,
  settingId,
  type UserAlertSettings,
} from '@roundsman/contract/alerts/alerts'
import type { Body } from '@roundsman/contract/endpoints'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { etagOf, matches } from '../../../platform/http/send-json.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { changeableOwner, contactChannelsOf, type Owner } from '../../accounts/accounts.public.ts'
import type { EntryRow } from '../alerts.schema.ts'
import { endEscalations } from '../escalation/escalation.store.ts'
import { hintChanged } from '../record/alert-hints.ts'
import { endMutes, type MuteRow, mutesOf } from '../record/mute.store.ts'
import { watchedOf, type WatchedRow, type WatchedTarget, writeWatchedAs } from '../record/watched-as.store.ts'
import { entryFaults } from './entry-faults.data.ts'
import { type Faults, refuse, type TargetIds, targetIdsOf, targetsOf } from './entry-targets.ts'
import { applyPlan, countEntries, entriesOf, lockEntries, muteOwnEntries } from './entry.store.ts'
import { type ChangedTarget, isOn, planEntries } from './plan-entries.ts'

/** All entries of an owner on a network, and what is muted beside them. */
export async function readEntries(
  { orm, now }: Pick<Database, 'now'> & { orm: Queryable },
  owner: Owner,
  networkId: number,
): Promise<{ settings: Required<UserAlertSettings>; etag: string; settingsTag: string }> {
  const rows = await entriesOf(orm, owner, networkId)
  const { userId } = owner
  const watched = userId === null ? [] : await watchedOf(orm, userId, networkId)
  const mutes = userId === null ? [] : await mutesOf(orm, now(), { userId, networkId })
  const ids = await targetIdsOf(orm, networkId, [...rows, ...watched, ...mutes])
  const view = { entries: entriesView(rows, ids), watched_as: watchedView(watched, ids) }
  const conditionMutes = mutesView(mutes, ids)
  const settingsTag = etagOf(JSON.stringify(view))
  const etag = `${settingsTag.slice(0, -1)}.${etagOf(JSON.stringify(conditionMutes)).slice('W/"'.length)}`
  return { settings: { ...view, condition_mutes: conditionMutes }, etag, settingsTag }
}

/** A change is refused where the settings changed, not where somebody muted something by phone or a mute ended meanwhile. */
const withoutMutes = (tags: string) => tags.replaceAll(/\.[\w-]+"/g, '"')

/**
 * Replaces what a user, or a team of theirs, has on some targets, all of it or nothing, and gives what is there afterwards.
 * Changes of one owner are made one after the other.
 *
 * @param of.hasChannel True if the site is set up for messages through this channel.
 * @param change.ifMatch Of the settings that the change was made from; undefined: whatever they are now.
 * @throws ProblemError 400 with every fault, 412 where the settings are others than `ifMatch` says; of teams 404 and 403
 */
export async function manageEntries(
  db: Pick<Database, 'transaction' | 'now'>,
  {
    catalogue,
    hasChannel,
  }: { catalogue: Pick<Catalogue, 'meaning'>; hasChannel: (channel: NotificationChannel) => boolean },
  { userId, body, ifMatch }: { userId: number; body: ManageAlertsBody; ifMatch: string | undefined },
): Promise<AlertEntry[]> {
  const networkId = body.blockchain_id
  return db.transaction(async (tx) => {
    const owner = await changeableOwner(tx, { userId, teamId: body.team_id })
    await lockEntries(tx, owner)
    const faults: Faults = new Map()
    const targets = await targetsOf(tx, body, faults)
    checkSettings(catalogue, targets, body, faults)
    checkWatchedAs(owner, targets, body, faults)
    const present = await entriesOf(tx, owner, networkId)
    const kept = present.filter((row) => isOnOne(row, targets))
    checkChannels(body, { hasChannel, kept, reachable: await contactChannelsOf(tx, owner) }, faults)
    refuse(faults)
    if (ifMatch !== undefined) {
      const { settingsTag } = await readEntries({ orm: tx, now: db.now }, owner, networkId)
      if (!matches(withoutMutes(ifMatch), settingsTag)) throw new ProblemError('changed_elsewhere')
    }
    const wanted = body.entries.map(({ setting_id, channels }) => ({ settingId: setting_id, channels }))
    const plan = planEntries(present, targets, wanted)
    const after = (await countEntries(tx, owner)) + plan.add.length - plan.remove.length
    const most = owner.teamId === null ? alertEntriesOfUser : alertEntriesOfTeam
    if (plan.add.length > 0 && after > most)
      faults.set('entries', owner.teamId === null ? entryFaults.tooMany : entryFaults.tooManyOfTeam)
    refuse(faults)
    await applyPlan(tx, db.now(), owner, networkId, plan)
    if (owner.userId !== null && body.watched_as !== undefined)
      await writeWatchedAs(tx, { userId: owner.userId, networkId }, watchedIn(targets), body.watched_as)
    const rows = (await entriesOf(tx, owner, networkId)).filter((row) => isOnOne(row, targets))
    return entriesView(rows, await targetIdsOf(tx, networkId, rows))
  })
}

function isOnOne(row: EntryRow, targets: readonly ChangedTarget[]): boolean {
  return targets.some((target) => isOn(row, target))
}

function checkSettings(
  catalogue: Pick<Catalogue, 'meaning'>,
  targets: readonly ChangedTarget[],
  { entries }: ManageAlertsBody,
  faults: Faults,
): void {
  const seen = new Set<number>()
  for (const [index, { setting_id }] of entries.entries()) {
    const field = `entries.${index}.setting_id`
    const meaning = catalogue.meaning(setting_id)
    if (!meaning) faults.set(field, entryFaults.unknownSetting)
    else if (seen.has(setting_id)) faults.set(field, entryFaults.repeatedSetting)
    else if (!targets.every(({ kind }) => suits(meaning.condition, kind)))
      faults.set(field, entryFaults.wrongTarget)
    seen.add(setting_id)
  }
}

/** Whoever has a bridge runs it, and so does a team what it watches. */
function checkWatchedAs(
  { teamId }: Owner,
  targets: readonly ChangedTarget[],
  { watched_as }: ManageAlertsBody,
  faults: Faults,
): void {
  if (watched_as !== 'DELEGATOR') return
  if (teamId !== null) faults.set('watched_as', entryFaults.teamOperates)
  else if (targets.some(({ kind }) => kind === 'bridge')) faults.set('watched_as', entryFaults.bridgeIsRun)
}

/** Of the targets of a change those that are watched as something: no bridges. */
function watchedIn(targets: readonly ChangedTarget[]): WatchedTarget[] {
  return targets.flatMap(({ kind, keys: [key, ...others] }) => {
    if (kind === 'bridge') return []
    return [kind === 'network' || key === undefined ? null : ([key, ...others] as const)]
  })
}

/** A setting about the network takes no target; one of validators or bridges takes theirs, or every one of them. */
function suits({ targetType }: Pick<Condition, 'targetType'>, kind: ChangedTarget['kind']): boolean {
  return kind === 'network' || targetType === kind.toUpperCase()
}

function checkChannels(
  { entries }: ManageAlertsBody,
  {
    hasChannel,
    reachable,
    kept,
  }: {
    hasChannel: (channel: NotificationChannel) => boolean
    reachable: ReadonlySet<NotificationChannel>
    /** On the targets already. */
    kept: readonly EntryRow[]
  },
  faults: Faults,
): void {
  for (const [index, { setting_id, channels }] of entries.entries()) {
    // A contact that is broken today works again tomorrow: what was set to go there stays, and is mailed meanwhile.
    const before = new Set(kept.flatMap((row) => (row.settingId === setting_id ? row.channels : [])))
    const added = channels.filter((channel) => !before.has(channel))
    const missing = added.find((channel) => !hasChannel(channel))
    const unconfirmed = added.find((channel) => !reachable.has(channel))
    if (missing) faults.set(`entries.${index}.channels`, entryFaults.notSetUp)
    else if (unconfirmed) faults.set(`entries.${index}.channels`, entryFaults.noContact)
  }
}

/** What both ends of a time can be written down by. */
const lastTime = Date.UTC(9999, 0)

/**
 * Mutes entries of a user, or of a team of theirs, until a time, or not any more where it is null or over; all of them or none.
 *
 * @throws ProblemError 404 where one of them is not there, or is another's; 403 for a MEMBER of the team
 */
export async function muteEntries(
  db: Pick<Database, 'transaction' | 'now' | 'notify'>,
  userId: number,
  { entry_ids, until, team_id }: Body<'muteAlerts'>,
): Promise<AlertEntry[]> {
  const ids = [...new Set(entry_ids)]
  const time = until === null ? null : new Date(Math.min(Math.max(0, Date.parse(until)), lastTime))
  return db.transaction(async (tx) => {
    const owner = await changeableOwner(tx, { userId, teamId: team_id })
    await lockEntries(tx, owner)
    const rows = await muteOwnEntries(tx, db.now(), owner, { ids, until: time })
    if (rows.length < ids.length) throw new ProblemError('not_found')
    if (time !== null) await hintChanged(db, tx, await endEscalations(tx, db.now(), owner))
    const entries: AlertEntry[] = []
    for (const networkId of new Set(rows.map((row) => row.networkId))) {
      const own = rows.filter((row) => row.networkId === networkId)
      entries.push(...entriesView(own, await targetIdsOf(tx, networkId, own)))
    }
    return entries.sort((a, b) => a.id - b.id)
  })
}

/**
 * Entries as they are answered. One whose target has no row anywhere is left out: without its id it would read as one
 * of the whole network.
 */
function entriesView(rows: readonly EntryRow[], { validators, bridges }: TargetIds): AlertEntry[] {
  return rows.flatMap((row) => {
    const { id, validatorKey, bridgeKey, settingId, channels, mutedUntil } = row
    const validatorId = validatorKey === null ? null : (validators.get(validatorKey) ?? null)
    const bridgeId = bridgeKey === null ? null : (bridges.get(bridgeKey) ?? null)
    if ((bridgeKey !== null && bridgeId === null) || (validatorKey !== null && validatorId === null))
      return []
    const target = { blockchain_validator_id: validatorId, bridge_id: bridgeId }
    return [
      { id, ...target, setting_id: settingId, channels, muted_until: mutedUntil?.toISOString() ?? null },
    ]
  })
}

/** As they are answered; one whose target has no row anywhere is left out, as an entry is. */
function mutesView(rows: readonly MuteRow[], { validators, bridges }: TargetIds): ConditionMute[] {
  return rows.flatMap(({ id, conditionId, validatorKey, bridgeKey, mutedUntil }) => {
    const validatorId = validatorKey === null ? null : (validators.get(validatorKey) ?? null)
    const bridgeId = bridgeKey === null ? null : (bridges.get(bridgeKey) ?? null)
    if ((bridgeKey !== null && bridgeId === null) || (validatorKey !== null && validatorId === null))
      return []
    const target = { blockchain_validator_id: validatorId, bridge_id: bridgeId }
    return [
      {
        id,
        ...target,
        setting_id: settingId(conditionId, 'FALSE_TO_TRUE'),
        muted_until: mutedUntil.toISOString(),
      },
    ]
  })
}

/**
 * Ends mutes that the caller gave in answer to alerts, by their ids; all of them or none (E300).
 *
 * @throws ProblemError 404 where one of them is not there, or is another's
 */
export async function unmuteConditions(
  db: Pick<Database, 'transaction' | 'notify'>,
  userId: number,
  { mute_ids }: Body<'unmuteConditions'>,
): Promise<void> {
  const ids = [...new Set(mute_ids)]
  await db.transaction(async (tx) => {
    const { ended, alertIds } = await endMutes(tx, userId, ids)
    if (ended.length < ids.length) throw new ProblemError('not_found')
    await hintChanged(db, tx, alertIds)
  })
}

/** As it is answered, without validators that have no row anywhere. */
function watchedView(rows: readonly WatchedRow[], { validators }: TargetIds): AlertWatch[] {
  return rows.flatMap(({ validatorKey, watchedAs }) => {
    const id = validatorKey === null ? null : validators.get(validatorKey)
    return id === undefined ? [] : [{ blockchain_validator_id: id, watched_as: watchedAs }]
  })
}
