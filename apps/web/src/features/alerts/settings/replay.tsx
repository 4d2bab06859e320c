import Typography from '@mui/material/Typography'
import { type AlertReplay, replayBounds } from '@roundsman/contract/alerts/alert-actions'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import type { AlertType } from '@roundsman/contract/alerts/alerts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { type Action, useAction } from '../../../data/api/operation.ts'
import type { Condition } from '../../../data/alerts/alert-conditions.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { bodyTargetsOf, type Target } from '../targets/target.ts'
import { type SettingGroup, type SettingRow, settingsOfGroups } from './setting-groups.ts'
import { Popover } from '../../../ui/controls/menu.tsx'
import { useStop } from '../../../ui/controls/roving.tsx'
import { styled } from '../../../ui/theme/styled.tsx'

const Figure = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.caption,
  minHeight: 24,
  display: 'inline-flex',
  alignItems: 'center',
  cursor: 'pointer',
  color: theme.vars.palette.accent.text,
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': {
    outline: `2px solid ${theme.vars.palette.focusRing}`,
    outlineOffset: 2,
    borderRadius: 4,
  },
}))
const None = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'block',
  color: theme.vars.palette.text.secondary,
}))

interface Props {
  row: SettingRow
  replay: AlertReplay | undefined
  /** As it is now. */
  condition: Condition | null
  /** Its place in the grid of settings. */
  column: number
}

/** How often a condition would have fired, and by a click when. */
export function ReplayFigure({ row, replay, condition, column }: Props) {
  const { key, begins } = row
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const stop = useStop(key, column)
  const { serverTime } = useServices()
  if (replay === undefined) return null
  const begun = replayedOf(replay, begins.id)
  if (begun === null) return null
  if (begun.since === null) return <None>{t('replay.noHistory')}</None>
  const { began, ended } = untilNow(replay, row, condition)
  const times = (count: number) => t('replay.times', { count, value: formats.integer(count) })
  const summary = summaryOf(t, {
    held: begun.held,
    began: began.length === 0 ? null : times(began.length),
    ended: ended.length === 0 ? null : times(ended.length),
    since: isShort(replay, begun.since) ? formats.time(begun.since, serverTime.now()) : null,
  })
  if (began.length + ended.length === 0) return <None>{summary}</None>
  return (
    <>
      <Figure
        type="button"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        {...stop}
      >
        {summary}
      </Figure>
      {anchor === null ? null : (
        <ReplayTimes
          title={begins.name}
          began={began}
          ended={ended}
          anchor={anchor}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}

interface Summary {
  held: boolean
  /** How often, in words; null: never. */
  began: string | null
  ended: string | null
  /** Where less is known than was asked for: since when. */
  since: string | null
}

/**
 * What began before the time that is counted explains why a lower threshold fired less often than a higher one (P405).
 * Of the time before that nobody knows: to say that it would not have fired then would be made up (P783).
 */
function summaryOf(t: TFunction<'alerts'>, { since, ...counted }: Summary): string {
  if (since === null) return countedText(t, counted)
  const { held, began, ended } = counted
  if (began === null && ended === null) return t(held ? 'replay.heldAt' : 'replay.notSince', { time: since })
  return t('replay.unknownBefore', { rest: countedText(t, counted), time: since })
}

function countedText(t: TFunction<'alerts'>, { held, began, ended }: Omit<Summary, 'since'>): string {
  if (began === null && ended === null) return t(held ? 'replay.held' : 'replay.never')
  if (began === null) return t(held ? 'replay.heldAndEnded' : 'replay.ended', { ended })
  const rest =
    ended === null ? t('replay.began', { times: began }) : t('replay.beganAndEnded', { times: began, ended })
  return held ? t('replay.heldThen', { rest }) : rest
}

interface TimesProps {
  title: string
  began: readonly string[]
  ended: readonly string[]
  anchor: HTMLElement
  onClose: () => void
}

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))

/** The moments at which a setting would have fired, newest first. */
function ReplayTimes({ title, began, ended, anchor, onClose }: TimesProps) {
  const { t } = useTranslation('alerts')
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': title, tabIndex: 0, sx: { p: 4, maxHeight: 360 } },
      }}
    >
      <Typography variant="subtitle2" component="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Times head={t('when.FALSE_TO_TRUE')} times={began} />
      <Times head={t('when.TRUE_TO_FALSE')} times={ended} />
    </Popover>
  )
}

function Times({ head, times }: { head: string; times: readonly string[] }) {
  const formats = useFormats()
  const { serverTime } = useServices()
  const now = serverTime.now()
  if (times.length === 0) return null
  return (
    <>
      <Typography variant="tableHead" component="h3" color="textSecondary" sx={{ mt: 2, mb: 1 }}>
        {head}
      </Typography>
      <List>
        {[...times].reverse().map((time, at) => (
          // Two of one second differ by their place.
          <li key={`${time} ${at}`}>
            <time dateTime={time}>{formats.time(time, now)}</time>
          </li>
        ))}
      </List>
    </>
  )
}

export const replayDays = replayBounds.days

/** How often each setting shown would have fired in the last days (P137). The server has none of bridges. */
export function useReplay(target: Target, groups: readonly SettingGroup[]): Action<void, AlertReplay> {
  const { client, network } = useServices()
  return useAction<void, AlertReplay>(() =>
    client.callTo(alertEndpoints.replayAlerts, {
      body: {
        blockchain_id: network.blockchain_id,
        ...bodyTargetsOf(target)[0],
        setting_ids: settingsOfGroups(groups)
          .map(({ id }) => id)
          .slice(0, replayBounds.settings),
        days: replayDays,
      },
    }),
  )
}

/**
 * When a condition began and ended until now: the state beside it is asked every few seconds, and what it turned to since
 * the replay belongs to its counts, or "ended 30 times" of 31 would stand beside "False" (P881).
 */
function untilNow(
  replay: AlertReplay,
  { begins: { id }, ends }: SettingRow,
  condition: Condition | null,
): Record<'began' | 'ended', readonly string[]> {
  const { held = false, times: began = [] } = replayedOf(replay, id) ?? {}
  const ended = ends === null ? [] : (replayedOf(replay, ends.id)?.times ?? [])
  const since = condition?.since ?? null
  const last = Math.max(Date.parse(replay.from), ...[...began, ...ended].map((time) => Date.parse(time)))
  if (condition === null || since === null || !(Date.parse(since) > last)) return { began, ended }
  const wasTrue = began.length + (held ? 1 : 0) > ended.length
  const begins = ends === null ? Date.parse(since) > Date.parse(replay.to) : !wasTrue
  if (condition.state === 'TRUE' && begins) return { began: [...began, since], ended }
  if (condition.state === 'FALSE' && ends !== null && wasTrue) return { began, ended: [...ended, since] }
  return { began, ended }
}

type Replayed = AlertReplay['settings'][number]

function isShort({ from }: Pick<AlertReplay, 'from'>, since: string): boolean {
  return Date.parse(since) > Date.parse(from)
}

/** What a replay says of a setting; null: nothing. */
function replayedOf(replay: AlertReplay | undefined, settingId: number): Replayed | null {
  return replay?.settings.find(({ setting_id }) => setting_id === settingId) ?? null
}

/** Since when the settings of a type are counted. */
interface ReplayShortage {
  type: AlertType
  /** The latest of them. */
  since: string
}

/**
 * The types of settings of which something is recorded, but not for the whole time: what is counted of each begins at
 * another moment. Of what nothing is recorded its row says so.
 */
export function replayShortages(
  { from, settings }: AlertReplay,
  groups: readonly SettingGroup[],
): ReplayShortage[] {
  const since = new Map(settings.map((one) => [one.setting_id, one.since]))
  return groups.flatMap(({ type, rows }) => {
    const times = rows.map(({ begins }) => since.get(begins.id) ?? null).filter((time) => time !== null)
    const last = times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1)
    return last !== undefined && isShort({ from }, last) ? [{ type, since: last }] : []
  })
}
