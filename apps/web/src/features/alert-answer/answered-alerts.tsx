import AccessTimeRounded from '@mui/icons-material/AccessTimeRounded'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import CheckRounded from '@mui/icons-material/CheckRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import SensorsRounded from '@mui/icons-material/SensorsRounded'
import type { SvgIconComponent } from '@mui/icons-material'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useAcknowledgedBy } from '../../data/alerts/acknowledge.ts'
import { secondsBetween } from '../../data/alerts/alert-history.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { SeverityMark } from '../../parts/alerts/alert-marks.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import type { StateTone } from '../../ui/theme/theme-types.ts'
import { dot } from '../../ui/dot.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { mutedWhat, notMuted } from './muted-what.ts'
import { useStandsNow } from './stands-now.tsx'

type AnsweredAlert = AlertAnswerView['alerts'][number]

interface Props {
  view: AlertAnswerView
  /** Takes a mute back. */
  undo: ReactNode
}

const States = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: '14px 16px',
  display: 'grid',
  gap: 12,
  borderRadius: 12,
  border: `1px solid ${theme.vars.palette.divider}`,
  // Of what is for information only and muted by nobody there is nothing to say.
  '&:empty': { display: 'none' },
  backgroundColor: theme.vars.palette.background.paper,
}))
const Item = styled('li')({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: 10,
  '& > svg': { fontSize: 20 },
  '& > span': { overflowWrap: 'anywhere' },
})
const Listed = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  padding: '12px 0',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))

const Command = styled('code')(({ theme }) => ({
  display: 'block',
  marginTop: 4,
  fontFamily: 'monospace',
  color: theme.vars.palette.text.primary,
}))

/** What a message was about: one alert in full, or the gravest of several, each with how it stands. */
export function AnsweredAlerts({ view, undo }: Props) {
  const { t } = useTranslation('history')
  const now = useNow()
  const { alerts, count, network } = view
  const [first] = alerts
  if (count === 1 && first !== undefined)
    return (
      <>
        <Head alert={first} network={network} now={now} isOver={isOver(first)}>
          {first.who}
        </Head>
        {first.says.length === 0 ? null : (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {first.says.join(' ')}
          </Typography>
        )}
        <States>
          <Now alert={first} now={now} />
          <Status alert={first} now={now} />
          <Seen alert={first} now={now} />
          <Muted until={first.muted_until} undo={undo} now={now} left={notMuted(alerts)}>
            {(time) => t('answer.mutedOne', { time, title: first.mutes, who: first.who })}
          </Muted>
        </States>
      </>
    )
  const ends = alerts.flatMap(({ muted_until: until }) => (until === null ? [] : [until])).sort()
  return (
    <>
      <Head
        alert={first}
        network={network}
        now={now}
        isOver={count === alerts.length && alerts.every(isOver)}
      >
        {t('answer.several', { count })}
      </Head>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {alerts.map((one) => (
          <Listed key={one.id}>
            <Typography variant="subtitle2" component="span" sx={{ overflowWrap: 'anywhere' }}>
              <bdi>{one.who}</bdi>: <What alert={one} now={now} isInLine />
            </Typography>
            <NowLine alert={one} now={now} />
            <StatusLine alert={one} now={now} />
          </Listed>
        ))}
        {count > alerts.length ? (
          <Listed>
            <Typography color="textSecondary">
              {t('answer.more', { count: count - alerts.length })}
            </Typography>
          </Listed>
        ) : null}
      </Box>
      {view.waiting === 0 || ends.length > 0 ? (
        <States>
          {view.waiting === 0 && first !== undefined ? <Seen alert={first} now={now} /> : null}
          <Muted until={ends[0] ?? null} undo={undo} now={now} left={notMuted(alerts)}>
            {(time) => t('answer.mutedMany', { time, count: view.muted, what: mutedWhat(alerts) })}
          </Muted>
        </States>
      ) : null}
    </>
  )
}

/** What to do about them, of each kind once, with its commands as code. */
export function WhatToDo({ alerts }: Pick<AlertAnswerView, 'alerts'>) {
  const { t } = useTranslation('history')
  const advice = [...new Set(alerts.flatMap((one) => one.advice))]
  const commands = new Set(alerts.flatMap((one) => one.commands))
  if (advice.length === 0) return null
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="subtitle2" component="h2">
        {t('answer.whatToDo')}
      </Typography>
      {advice.map((text) => {
        const command = [...commands].find((one) => text.endsWith(one))
        return (
          <Typography key={text} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {command === undefined ? text : text.slice(0, -command.length)}
            {command === undefined ? null : <Command dir="ltr">{command}</Command>}
          </Typography>
        )
      })}
    </Box>
  )
}

interface AlertProps {
  alert: AnsweredAlert
  /** By the page's clock. */
  now: number
}

interface HeadProps extends Pick<AlertProps, 'now'> {
  alert: AnsweredAlert | undefined
  network: string
  isOver: boolean
  children: ReactNode
}

/** How bad, or that it is over (P988), on which network, whom it is about, and what is the matter. */
function Head({ alert, network, now, isOver, children }: HeadProps) {
  const { t } = useTranslation('history')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        {isOver ? (
          <StateMark icon={CheckCircleOutlineRounded} tone="neutral" emphasis="quiet">
            {t('evidence.over')}
          </StateMark>
        ) : alert === undefined ? null : (
          <SeverityMark severity={alert.severity} />
        )}
        <Typography variant="body2" component="span" color="textSecondary" dir="auto">
          {network}
        </Typography>
      </Box>
      <Typography variant="h4" component="h1" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
      {alert === undefined || children !== alert.who ? null : (
        <Typography
          variant="h6"
          component="p"
          sx={{ overflowWrap: 'anywhere', ...(isOver && { color: 'text.secondary' }) }}
        >
          <What alert={alert} now={now} />
        </Typography>
      )}
    </Box>
  )
}

const isOver = (one: AnsweredAlert) => one.status === 'ENDED' || one.is_over === true

/**
 * What is the matter. How long until jail is not that of the message, which runs out while it is read, but as of now; where there is
 * none any more, the name of the condition.
 */
function What({ alert, now, isInLine = false }: AlertProps & { isInLine?: boolean }) {
  const { jail } = useStandsNow(alert, now)
  const said = alert.counts === 'JAIL' ? (jail ?? alert.title) : alert.what
  return isInLine ? withSmallLetter(said) : sentence(said)
}

function withSmallLetter(said: string): string {
  return said.slice(0, 1).toLocaleLowerCase() + said.slice(1)
}

/** How it stands now with the blocks that it is about; what its heading says already is left out. */
function Now({ alert, now }: AlertProps) {
  const { jail, lines } = useStandsNow(alert, now)
  return lines.map(({ icon: Icon, tone, said, beside }) => {
    const isInHeading = alert.counts === 'JAIL' && said === jail
    if (isInHeading && beside === null) return null
    return (
      <Item key={said}>
        <Icon aria-hidden sx={{ color: `${tone}.main` }} />
        {isInHeading ? <Stands said={beside ?? ''} beside={null} /> : <Stands said={said} beside={beside} />}
      </Item>
    )
  })
}

function NowLine({ alert, now }: AlertProps) {
  const { jail, lines } = useStandsNow(alert, now)
  const facts = lines
    .flatMap(({ said, beside }) => [alert.counts === 'JAIL' && said === jail ? null : said, beside])
    .filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return <Typography variant="body2">{facts.join(dot)}</Typography>
}

function Stands({ said, beside }: { said: string; beside: string | null }) {
  return (
    <span>
      <strong>{said}</strong>
      {beside === null ? null : (
        <Typography variant="body2" component="span" color="textSecondary" sx={{ display: 'block' }}>
          {beside}
        </Typography>
      )}
    </span>
  )
}

/** Words that follow a colon in messages, as a line of their own. */
function sentence(what: string): string {
  return what.slice(0, 1).toLocaleUpperCase() + what.slice(1)
}

const statusMarks: Record<
  'ONGOING' | 'ENDED' | 'UNKNOWN' | 'EVENT',
  { icon: SvgIconComponent; tone: StateTone }
> = {
  ONGOING: { icon: SensorsRounded, tone: 'error' },
  ENDED: { icon: CheckCircleOutlineRounded, tone: 'success' },
  UNKNOWN: { icon: HelpOutlineRounded, tone: 'warning' },
  EVENT: { icon: AccessTimeRounded, tone: 'neutral' },
}

function Status({ alert, now }: AlertProps) {
  // In jail it misses no blocks any more: nobody could say of them whether that goes on.
  return alert.jailed === null ? <KnownStatus alert={alert} now={now} /> : null
}

function KnownStatus({ alert, now }: AlertProps) {
  const { icon: Icon, tone } = statusMarks[alert.status ?? 'EVENT']
  const [said, beside] = useStatusTexts(alert, now)
  return (
    <Item>
      <Icon aria-hidden sx={{ color: `${tone}.main` }} />
      <Stands said={said} beside={beside} />
    </Item>
  )
}

function StatusLine({ alert, now }: AlertProps) {
  const texts = useStatusTexts(alert, now).filter((text) => text !== null)
  if (alert.jailed !== null) return null
  return (
    <Typography variant="body2" color="textSecondary">
      {texts.join(dot)}
    </Typography>
  )
}

/** Whether it goes on, and from when. */
function useStatusTexts(
  {
    status,
    is_end: isEnd,
    signing_since: signingSince,
    began_at,
    ended_at,
    ended_in_jail: isInJail,
  }: AnsweredAlert,
  now: number,
): [said: string, beside: string | null] {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const since = t('answer.since', { time: formats.time(began_at, now) })
  const lasting = (to: string) => formats.duration(secondsBetween(began_at, to))
  switch (status) {
    case 'ONGOING':
      return [t('answer.ongoing', { span: lasting(new Date(now).toISOString()) }), since]
    case 'ENDED':
      return ended_at === null
        ? [t('answer.over'), since]
        : [
            t(isInJail === true ? 'evidence.inJail' : 'answer.ended', { span: lasting(ended_at) }),
            t('answer.fromTo', { from: formats.time(began_at, now), to: formats.time(ended_at, now) }),
          ]
    case 'UNKNOWN':
      return [t('answer.unknown'), since]
    default:
      if (signingSince !== undefined)
        return [t('answer.signingSince', { time: formats.time(signingSince, now) }), null]
      return [t(isEnd ? 'answer.endedAt' : 'answer.happened', { time: formats.time(began_at, now) }), null]
  }
}

/** Whether it was acknowledged: by whom, how and when. Of what is for information, or over (P1053), nobody asks that. */
function Seen({ alert, now }: AlertProps) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const acknowledgedBy = useAcknowledgedBy()
  const { acknowledged_at: at, acknowledged_via: via, acknowledged_by: who, severity, status } = alert
  const { way, channel } = acknowledgedBy(via ?? 'PAGE')
  if (at === null && (severity === 'INFO' || alert.is_over === true)) return null
  return (
    <Item>
      {at === null ? (
        <RadioButtonUncheckedRounded aria-hidden sx={{ color: 'text.secondary' }} />
      ) : (
        <CheckRounded aria-hidden sx={{ color: 'success.main' }} />
      )}
      <span>
        {at === null
          ? t('answer.notAcknowledged')
          : who === null
            ? t(`acknowledge.full.${way}`, { time: formats.time(at, now), channel })
            : t(`answer.by.${way}`, { reader: unbroken(who), time: formats.time(at, now), channel })}
        {/* What still comes (E355). */}
        {at === null || status !== 'ONGOING' ? null : (
          <Typography variant="body2" component="span" color="textSecondary" sx={{ display: 'block' }}>
            {t('answer.stillTold')}
          </Typography>
        )}
      </span>
    </Item>
  )
}

/** A masked address is one word: browsers break a line behind its dots. */
function unbroken(reader: string): string {
  return reader.replace('…@', '…\u2060@')
}

interface MutedProps extends Pick<AlertProps, 'now'> {
  until: string | null
  undo: ReactNode
  /** What it leaves; null: nothing of its kind. */
  left: string | null
  children: (time: string) => string
}

/** Until when it is muted, and what; nothing while it is not. */
function Muted({ until, undo, now, left, children }: MutedProps) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  if (until === null || Date.parse(until) <= now) return null
  return (
    <Item>
      <NotificationsOffOutlined aria-hidden sx={{ color: 'text.secondary' }} />
      <span>
        {children(formats.shortTime(until, now))}
        {left === null ? null : (
          <Typography variant="body2" component="span" color="textSecondary" sx={{ display: 'block' }}>
            {t('answer.notMuted', { what: left })}
          </Typography>
        )}
      </span>
      {undo}
    </Item>
  )
}
