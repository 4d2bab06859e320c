import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PersonalData } from '../../../platform/process/module.ts'
import { alert, alertEntry, alertEscalation, alertMute, alertRecipient } from '../alerts.schema.ts'
import { findPolicy } from '../escalation/escalation.store.ts'
import { ownOnCall } from '../on-call/on-call.store.ts'
import { allWatchedOf } from './watched-as.store.ts'
import { keptSilences } from '../silences/silence.store.ts'

/** What a user wants to be notified of, their mutes and silences, and the alerts that concerned them. */
export const personalData: PersonalData = {
  async read(orm, userId) {
    const entries = await orm
      .select()
      .from(alertEntry)
      .where(and(eq(alertEntry.userId, userId), isNull(alertEntry.teamId)))
      .orderBy(asc(alertEntry.id))
    const mutes = await orm
      .select()
      .from(alertMute)
      .where(eq(alertMute.userId, userId))
      .orderBy(asc(alertMute.id))
    const watched = await allWatchedOf(orm, userId)
    const silences = await keptSilences(orm, sql`now()`, userId)
    const onCall = await ownOnCall(orm, userId)
    const alerts = await orm
      .select({ alert, recipient: alertRecipient, escalation: alertEscalation })
      .from(alertRecipient)
      .innerJoin(alert, eq(alert.id, alertRecipient.alertId))
      .leftJoin(
        alertEscalation,
        and(
          eq(alertEscalation.alertId, alertRecipient.alertId),
          eq(alertEscalation.userId, alertRecipient.userId),
        ),
      )
      .where(eq(alertRecipient.userId, userId))
      .orderBy(desc(alert.id))
    return {
      alert_settings: entries.map((entry) => ({
        blockchain_id: entry.networkId,
        validator: entry.validatorKey,
        bridge: entry.bridgeKey,
        setting_id: entry.settingId,
        channels: entry.channels,
        muted_until: entry.mutedUntil?.toISOString() ?? null,
        created_at: entry.createdAt.toISOString(),
      })),
      watched_as: watched.map(({ networkId, validatorKey, watchedAs }) => ({
        blockchain_id: networkId,
        validator: validatorKey,
        watched_as: watchedAs,
      })),
      mutes: mutes.map((mute) => ({
        blockchain_id: mute.networkId,
        condition_id: mute.conditionId,
        validator: mute.validatorKey,
        bridge: mute.bridgeKey,
        muted_until: mute.mutedUntil.toISOString(),
      })),
      silences: silences.map((silence) => ({
        id: silence.id,
        blockchain_id: silence.networkId,
        target: silence.targetName,
        from: silence.from.toISOString(),
        to: silence.to.toISOString(),
        reason: silence.reason,
        until_recovered: silence.untilRecovered,
        created_at: silence.createdAt.toISOString(),
      })),
      escalation: await findPolicy(orm, userId),
      on_call: {
        overrides: onCall.overrides.map(({ teamId, from, to }) => ({
          team_id: teamId,
          from: from.toISOString(),
          to: to.toISOString(),
        })),
        calendars: onCall.calendars.map(({ teamId, createdAt }) => ({
          team_id: teamId,
          created_at: createdAt.toISOString(),
        })),
      },
      alerts: alerts.map(({ alert: one, recipient, escalation }) => ({
        id: one.id,
        blockchain_id: one.networkId,
        setting_id: one.settingId,
        severity: one.severity,
        target: one.targetName,
        at: one.at.toISOString(),
        ended_at: one.endedAt?.toISOString() ?? null,
        height: one.height,
        acknowledged_at: recipient.acknowledgedAt?.toISOString() ?? null,
        acknowledged_via: recipient.acknowledgedVia,
        silence_id: recipient.silenceId,
        escalation: escalation && {
          steps: escalation.steps,
          repeat: escalation.repeat,
          step: escalation.step,
          next_at: escalation.dueAt?.toISOString() ?? null,
          ended_by: escalation.endedBy,
        },
      })),
    }
  },
  // A fan-out to a million users does not look each of them up, and teams are readers too, so no foreign key does this (migrations
  // 0022 and 0056).
  async erase(tx, userId) {
    await tx.delete(alertRecipient).where(eq(alertRecipient.userId, userId))
    await tx.delete(alertMute).where(eq(alertMute.userId, userId))
  },
}
