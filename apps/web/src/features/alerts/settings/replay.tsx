import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type AlertReplay, replayBounds } from '@roundsman/contract/alerts/alert-actions'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { bodyTargetsOf, type Target } from '../targets/target.ts'
import { type SettingGroup, type SettingRow, settingsOfGroups } from './setting-groups.ts'
import { Popover } from '../../../ui/controls/menu.tsx'

const Figure = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.caption,
  minHeight: 24,
  display: 'inline-flex',
  alignItems: 'center',
  cursor: 'pointer',
  color: theme.vars.palette.primary.text,
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
}

/** How often a condition would have fired, and by a click when. */
export function ReplayFigure({ row: { begins, ends }, replay }: Props) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (replay === undefined || replay.covered === null) return null
  const began = timesOf(replay, begins.id) ?? []
  const ended = ends === null ? [] : (timesOf(replay, ends.id) ?? [])
  if (began.length + ended.length === 0) return <None>{t('replay.never')}</None>
  const times = (count: number) => t('replay.times', { count, value: formats.integer(count) })
  const words =
    ended.length === 0
      ? t('replay.began', { times: times(began.length) })
      : t('replay.beganAndEnded', { times: times(began.length), ended: times(ended.length) })
  return (
    <>
      <Figure type="button" aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        {words}
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

/** When a setting would have fired; null where the replay says nothing of it. */
function timesOf(replay: AlertReplay | undefined, settingId: number): readonly string[] | null {
  return replay?.settings.find(({ setting_id }) => setting_id === settingId)?.times ?? null
}
