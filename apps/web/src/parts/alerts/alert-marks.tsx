import type { SvgIconComponent } from '@mui/icons-material'
import CallOutlined from '@mui/icons-material/CallOutlined'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import DoneRounded from '@mui/icons-material/DoneRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import DataArrayRounded from '@mui/icons-material/DataArrayRounded'
import DnsOutlined from '@mui/icons-material/DnsOutlined'
import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import MailOutlined from '@mui/icons-material/MailOutlined'
import NotificationsPausedOutlined from '@mui/icons-material/NotificationsPausedOutlined'
import ReportRounded from '@mui/icons-material/ReportRounded'
import ScheduleRounded from '@mui/icons-material/ScheduleRounded'
import NotificationImportantOutlined from '@mui/icons-material/NotificationImportantOutlined'
import PhonelinkRingOutlined from '@mui/icons-material/PhonelinkRingOutlined'
import SportsEsportsOutlined from '@mui/icons-material/SportsEsportsOutlined'
import TagRounded from '@mui/icons-material/TagRounded'
import TelegramIcon from '@mui/icons-material/Telegram'
import WebhookRounded from '@mui/icons-material/WebhookRounded'
import AdUnitsOutlined from '@mui/icons-material/AdUnitsOutlined'
import SmsOutlined from '@mui/icons-material/SmsOutlined'
import SyncRounded from '@mui/icons-material/SyncRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { AlertHistoryItem, AlertSetting } from '@roundsman/contract/alerts/alerts'
import { memo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import type { StateTone } from '../../ui/theme/theme-types.ts'

type Severity = AlertSetting['severity']

/** Three outlines that differ: circle, triangle, filled octagon. */
const severityMarks: Record<Severity, { icon: SvgIconComponent; tone: StateTone }> = {
  INFO: { icon: InfoOutlined, tone: 'info' },
  WARNING: { icon: WarningAmberRounded, tone: 'warning' },
  CRITICAL: { icon: ReportRounded, tone: 'error' },
}

interface SeverityProps {
  severity: Severity
  /** It mattered so much: grey (P1040). */
  isOver?: boolean
}

/** How much an alert matters, as icon and word. */
export const SeverityMark = memo(function SeverityMark({ severity, isOver = false }: SeverityProps) {
  const { t } = useTranslation('alerts')
  const { icon, tone } = severityMarks[severity]
  return (
    <StateMark icon={icon} tone={isOver ? 'neutral' : tone} emphasis="quiet">
      {t(`severity.${severity}`)}
    </StateMark>
  )
})

/** The icon alone, beside a word that says the same. */
export function SeverityIcon({ severity, isOver = false }: SeverityProps) {
  const { icon: Icon, tone } = severityMarks[severity]
  return <Icon aria-hidden sx={{ fontSize: 16, color: `${isOver ? 'neutral' : tone}.main` }} />
}

type DeliveryState = AlertHistoryItem['deliveries'][number]['state']

const deliveryMarks: Record<DeliveryState, { icon: SvgIconComponent; tone: StateTone }> = {
  QUEUED: { icon: ScheduleRounded, tone: 'neutral' },
  SENDING: { icon: SyncRounded, tone: 'info' },
  SENT: { icon: DoneRounded, tone: 'info' },
  DELIVERED: { icon: DoneAllRounded, tone: 'success' },
  FAILED: { icon: CancelOutlined, tone: 'error' },
  SUPPRESSED: { icon: NotificationsPausedOutlined, tone: 'neutral' },
}

const usedUpMark = { icon: NotificationsPausedOutlined, tone: 'warning' } as const

type Delivery = Pick<
  AlertHistoryItem['deliveries'][number],
  'channel' | 'state' | 'attempts' | 'detail' | 'is_under_way' | 'waits_until'
> & {
  /** What it waits to say, or is saying, is over. */
  isOver?: true
}

/** What a call came to in vain, as its provider reported it last; null where it is not that. */
export function callOutcome(detail: string): 'noAnswer' | 'busy' | 'noKey' | null {
  // Somebody or a voicemail took it, and pressed no key (D276).
  if (/: completed(;|$)/.test(detail)) return 'noKey'
  if (/: no-answer(;|$)/.test(detail)) return 'noAnswer'
  return /: busy(;|$)/.test(detail) ? 'busy' : null
}

/**
 * A budget that kept a message back: its reader's, with how many were kept for the gravest, or its share of what is no graver, with when
 * there is one again; or the site's.
 */
export type UsedUp =
  | { of: 'reader'; until: string; kept: number }
  | { of: 'share'; until: string }
  | { of: 'site' }

/** As the ledger writes it (P897); null where it is not that. */
export function usedUpOf(detail: string | null): UsedUp | null {
  const [, share, until, kept = '0'] = /^budget_(share_)?used_up (\S+)(?: (\d+))?$/.exec(detail ?? '') ?? []
  if (until !== undefined)
    return share === undefined ? { of: 'reader', until, kept: Number(kept) } : { of: 'share', until }
  return /^budget of \d+ \S+ messages a day for the site is used up$/.test(detail ?? '')
    ? { of: 'site' }
    : null
}

/** Others are left, for what is graver (P1058). */
const isKept = (usedUp: UsedUp) => usedUp.of === 'share' || (usedUp.of === 'reader' && usedUp.kept > 0)

/** Why a call is not made (again), as the ledger writes it: all that it was about is over (D331). */
export const callOver = 'over'

/** Why the ledger lets a message wait. */
const waitReasons: readonly string[] = ['quiet_hours', 'comes_and_goes']

/** It waits for a time of its reader's, or since what it is about comes and goes, and for no provider (P933). */
export function isWaiting({ state, detail }: Pick<Delivery, 'state' | 'detail'>): boolean {
  return state === 'QUEUED' && detail !== null && waitReasons.includes(detail)
}

/** So many calls in vain are followed by one when jail is nearer, at a time that the server says (P1045). */
const callsOfRound = 3
const isCalledLater = ({ attempts, waits_until: until }: Delivery) =>
  attempts >= callsOfRound && until !== undefined

/**
 * The word for where a message stands. Of a call it says what became of it as the provider reported it: placed, answered,
 * not taken, and never that somebody was called whom nobody reached.
 */
export function deliveryWord(delivery: Delivery) {
  const { channel, state, attempts, detail, is_under_way: isUnderWay, isOver } = delivery
  // Not the word for what was told another way: somebody waited for this one.
  const usedUp = state === 'SUPPRESSED' ? usedUpOf(detail) : null
  if (usedUp !== null) return isKept(usedUp) ? 'delivery.KEPT' : 'delivery.USED_UP'
  // Its reader knows: nothing is missing (P911).
  if (state === 'SUPPRESSED' && detail === 'told_already') return 'delivery.TOLD'
  if (isWaiting({ state, detail })) return isOver === true ? 'delivery.SUMMARY' : 'delivery.WAITS'
  const isOverInQuiet = state === 'SUPPRESSED' && detail === 'ended_in_quiet_hours'
  if (isOverInQuiet) return channel === 'VOICE' ? 'call.OVER' : 'delivery.OVER'
  if (channel !== 'VOICE') return `delivery.${state}` as const
  if (isUnderWay === true) return isOver === true ? 'call.SENDING_OVER' : 'call.SENDING'
  if (state === 'QUEUED' && attempts > 0) return isCalledLater(delivery) ? 'call.LATER' : 'call.AGAIN'
  const outcome = detail === null ? null : callOutcome(detail)
  if (outcome === 'noKey' && (state === 'FAILED' || state === 'SUPPRESSED')) return 'call.NO_KEY'
  if (state === 'FAILED' && outcome !== null) return outcome === 'busy' ? 'call.BUSY' : 'call.NO_ANSWER'
  // Nothing was to be said any more when it was to be made again.
  if (state === 'SUPPRESSED' && outcome !== null) return 'call.IN_VAIN'
  if (state === 'SUPPRESSED' && (detail === callOver || detail?.endsWith(`; ${callOver}`) === true))
    return 'call.OVER'
  return `call.${state}` as const
}

/** Words that have a time where that is known. */
const timedWords = [
  ['delivery.WAITS', 'delivery.WAITS_UNTIL'],
  ['delivery.SUMMARY', 'delivery.SUMMARY_AT'],
  ['call.LATER', 'call.LATER_AT'],
] as const

/** Where a message to its reader stands, as the ledger has it; of one that waits until when, where that is known. */
export function DeliveryMark({ delivery, until }: { delivery: Delivery; until?: string }) {
  const { t } = useTranslation('alerts')
  const isUsedUp = delivery.state === 'SUPPRESSED' && usedUpOf(delivery.detail) !== null
  const { icon, tone } = isUsedUp
    ? usedUpMark
    : deliveryMarks[delivery.is_under_way === true ? 'SENDING' : delivery.state]
  const word = deliveryWord(delivery)
  const timed = timedWords.find(([plain]) => plain === word)?.[1]
  return (
    <StateMark icon={icon} tone={tone} emphasis="quiet" wraps>
      {timed !== undefined && until !== undefined ? t(timed, { time: until }) : t(word)}
    </StateMark>
  )
}

const channelIcons: Readonly<Record<NotificationChannel, typeof SmsOutlined>> = {
  SMS: SmsOutlined,
  VOICE: CallOutlined,
  EMAIL: MailOutlined,
  TELEGRAM: TelegramIcon,
  DISCORD: SportsEsportsOutlined,
  SLACK: TagRounded,
  PAGERDUTY: NotificationImportantOutlined,
  WEBHOOK: WebhookRounded,
  NTFY: CampaignOutlined,
  WEB_PUSH: AdUnitsOutlined,
  MATRIX: DataArrayRounded,
  PUSHOVER: PhonelinkRingOutlined,
  GOTIFY: DnsOutlined,
}

/** A channel of notifications; its name stands beside it. */
export function ChannelIcon({ channel }: { channel: NotificationChannel }) {
  const Icon = channelIcons[channel]
  return <Icon aria-hidden />
}
