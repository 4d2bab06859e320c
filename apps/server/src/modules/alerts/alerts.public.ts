import { catalogue } from '@roundsman/alerting/catalogue'
import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { Tx } from '../../platform/db/database.ts'
import type { Module } from '../../platform/process/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Bridges, networkNowOf } from '../bridges/bridges.public.ts'
import type { Networks } from '../networks/networks.public.ts'
import { alertRetentionMs, ledgerName, type Notifications } from '../notifications/notifications.public.ts'
import type { Participant, Views } from '../watch/watch.public.ts'
import { addAlertActionRoutes, addAlertsRoutes, addConditionsRoute } from './alerts.routes.ts'
import { createDecider } from './deciding/decider.ts'
import { createDecidingLog } from './deciding/deciding-log.ts'
import { createGovernanceDecider, type GovernanceDecider } from './deciding/governance-decider.ts'
import { createRaise } from './deciding/raise.ts'
import { undecidedNetworks } from './deciding/state.store.ts'
import { copyToMembers } from './entries/entry.store.ts'
import { type AlertFeed, createAlertFeed } from './history/alert-feed.ts'
import { createEscalateLoop } from './escalation/escalate.loop.ts'
import { addOnCallRoutes } from './on-call/on-call.routes.ts'
import { forgetOverrides } from './on-call/on-call.store.ts'
import { addEscalationRoutes } from './escalation/escalation.routes.ts'
import { releaseQuiet, reminderKind, stepIn } from './escalation/escalation.store.ts'
import { createReminderComposer } from './escalation/remind.ts'
import { acknowledgeIncident, createAlertAnswers, createReminderAnswers } from './answers/answer-alert.ts'
import { awaitedOf, awaitedOfReminder } from './answers/awaited.ts'
import { createCallWords } from './answers/call-words.ts'
import { settleMutes } from './answers/settle-mutes.ts'
import { createComposer } from './messages/compose.ts'
import { createFiguresNow } from './messages/figures-now.ts'
import { sendByFallbackChannel } from './messages/fallback-channel.ts'
import { owedEndsOf } from './messages/owed-ends.ts'
import { isPressingOf } from './messages/pressing.ts'
import { costOfAlerts, costOfReminders } from './messages/urgency.ts'
import { createTestComposer, testKind } from './messages/test-message.ts'
import { alertKind, forgetAlerts } from './record/alert.store.ts'
import { personalData } from './record/personal-data.ts'
import { addReplayRoutes } from './replay/replay.routes.ts'
import { forgetSilences } from './silences/silence.store.ts'
import { settleSilences } from './silences/settle-silences.ts'
import { addSilenceRoutes } from './silences/silences.routes.ts'
import { rulesCommand } from './rules.command.ts'

export { watchedByEntries, type WatchedKeys } from './entries/entry.store.ts'
export { type ImportedAlert, storeImportedAlerts } from './record/imported-alerts.store.ts'
export type { AlertFeed, FeedReader } from './history/alert-feed.ts'

interface Alerts {
  module: Module
  /** Decides about each network in the transactions of the process that follows it. */
  participant: Participant
  /** Decides of votes and signals for whoever reads them. */
  governance: GovernanceDecider
  /** What concerns those who look at a network, as it happens. */
  feed: AlertFeed
  /** Gives somebody who joins a team what it wants to be notified of. */
  onJoined(tx: Tx, member: { teamId: number; userId: number }): Promise<void>
}

const hourMs = 3_600_000
/** What a silence, or a mute by an answer, held back is told soon after its end. */
const settleMs = 2_000
/** A passing fault of the database is no trouble yet. */
const undecidedMs = 60_000

/** What users want to be notified of, what is decided about it, and what was sent. `views` are asked once all modules are there. */
export function createAlerts(
  platform: Platform,
  notifications: Pick<
    Notifications,
    | 'contacts'
    | 'hasChannel'
    | 'fanOut'
    | 'registerComposer'
    | 'onFailed'
    | 'onAnswered'
    | 'onDeed'
    | 'withdrawRecords'
    | 'onReleased'
  >,
  networks: Pick<Networks, 'byId' | 'accessOf' | 'domainOfHost' | 'publicUrl'>,
  { views, bridges }: { views: Pick<Views, 'of' | 'refreshOne'>; bridges: Pick<Bridges, 'readings'> },
): Alerts {
  const { db, clock, ids, createLoop } = platform
  const { accessOf } = networks
  const figures = createFiguresNow(db, { views, bridges, clock })
  // Here and not with the routes: any process may send.
  notifications.registerComposer(alertKind, createComposer(db, networks, figures), {
    of: costOfAlerts(db),
    owedEndsOf: owedEndsOf(db),
    isPressing: isPressingOf(db),
  })
  notifications.registerComposer(testKind, createTestComposer(db.orm))
  notifications.onFailed((tx, failed) => sendByFallbackChannel(tx, { notifications, now: db.now }, failed))
  const answers = createAlertAnswers(db, networks, clock, figures)
  const words = createCallWords(db, networks, figures)
  notifications.onAnswered(alertKind, {
    ...answers,
    words,
    // What nobody is reminded of is called about until it is too late (D337).
    awaits: async (tx, { userId, references }) => ({
      ...(await awaitedOf(tx, db.now(), { userId, alertIds: references.map(Number) })),
      isCalledFurther: true,
    }),
  })
  notifications.onDeed((tx, deed) => acknowledgeIncident(tx, db, deed))
  notifications.registerComposer(reminderKind, createReminderComposer(db, networks, figures), {
    of: costOfReminders(db),
  })
  notifications.onAnswered(reminderKind, {
    ...createReminderAnswers({ ...answers, words }),
    awaits: (tx, { userId, references }) =>
      awaitedOfReminder(tx, db.now(), {
        userId,
        alertIds: references.map((reference) => stepIn(reference).alertId),
      }),
  })
  notifications.onReleased((tx, userId) => releaseQuiet(tx, db.now(), userId))
  const channels = notificationChannels.filter((name) => notifications.hasChannel(ledgerName(name)))
  const { fanOut } = notifications
  const escalate = createEscalateLoop(platform, { fanOut, channels, accessOf })
  const forget = createLoop({
    name: 'alerts/forget',
    everyMs: hourMs,
    pass: async () => {
      await forgetAlerts(db.orm, db.now(), alertRetentionMs)
      await forgetSilences(db.orm, db.now(), alertRetentionMs)
      await forgetOverrides(db.orm, db.now(), alertRetentionMs)
    },
  })
  const settle = createLoop({
    name: 'alerts/silences',
    everyMs: settleMs,
    pass: async () => {
      await settleSilences(db, notifications, channels)
      await settleMutes(db, notifications, channels)
    },
  })
  const raise = createRaise({ db, catalogue, notifications, accessOf })
  const log = createDecidingLog(platform.log, platform.metrics, clock)
  return {
    feed: createAlertFeed(db, networks),
    governance: createGovernanceDecider({ raise, log }),
    onJoined: (tx, member) => copyToMembers(tx, db.now(), member),
    participant: createDecider({
      ...{ raise, clock, log },
      bridgesAt: (tx, tick) => bridges.readings(tx, tick.networkId, networkNowOf(tick)),
    }),
    module: {
      name: 'alerts',
      personalData,
      routes: (server) => {
        const hasChannel = (channel: NotificationChannel) => notifications.hasChannel(ledgerName(channel))
        addAlertsRoutes(server, db, { catalogue, networks, hasChannel })
        addConditionsRoute(server, db, clock, { catalogue, views, bridges })
        addAlertActionRoutes(server, db, notifications, ids)
        addSilenceRoutes(server, db)
        addEscalationRoutes(server, db)
        addOnCallRoutes(server, { db, clock, ids }, networks)
        addReplayRoutes(server, { db, clock, catalogue })
      },
      loops: [forget, settle, escalate].map((loop) => ({ role: 'notify' as const, loop })),
      troubles: async () => {
        const ids = await undecidedNetworks(db.orm, undecidedMs)
        return ids.flatMap((id) => {
          const network = networks.byId(id)
          // Nobody evaluates what nobody follows (B205).
          if (!network || network.rpc.length === 0) return []
          return [`alerts on ${network.name} have not been evaluated for a minute`]
        })
      },
      commands: [rulesCommand({ db, clock, catalogue, networks })],
    },
  }
}
