import type { SvgIconComponent } from '@mui/icons-material'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import FastForwardOutlined from '@mui/icons-material/FastForwardOutlined'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import HubOutlined from '@mui/icons-material/HubOutlined'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import { styled as styledPart } from '@mui/material/styles'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { memo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useStillSeconds } from '../../data/network/bridges.ts'
import { ageSeconds } from '../../data/network/network-health.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Known, VisuallyHidden } from '../../ui/known.tsx'
import { type StateEmphasis, StateMark } from '../../ui/state-mark.tsx'
import type { StateTone } from '../../ui/theme/theme-types.ts'
import { isOlder, unknownReason, type UnknownReason } from './bridge-facts.ts'
import { styled } from '../../ui/theme/styled.tsx'

type SyncStatus = Bridge['sync_status']

export const syncMarks: Record<
  SyncStatus,
  { icon: SvgIconComponent; tone: StateTone; emphasis: StateEmphasis }
> = {
  SYNCED: { icon: CheckCircleOutlineRounded, tone: 'success', emphasis: 'silent' },
  CATCHING_UP: { icon: FastForwardOutlined, tone: 'info', emphasis: 'chip' },
  STALLED: { icon: PauseCircleOutlineRounded, tone: 'error', emphasis: 'chip' },
  UNKNOWN: { icon: HelpOutlineRounded, tone: 'neutral', emphasis: 'quiet' },
}
const stillMark = { icon: PauseCircleOutlineRounded, tone: 'warning', emphasis: 'chip' } as const

/** The same as an icon alone, with its word for screen readers and as a tooltip. */
export function SyncIcon({ bridge }: { bridge: Bridge }) {
  const { t } = useTranslation('bridges')
  const still = useStillSeconds(bridge)
  const { icon: Icon, tone } = still === null ? syncMarks[bridge.sync_status] : stillMark
  return (
    <Icon
      titleAccess={still === null ? t(`sync.${bridge.sync_status}`) : t('still.short')}
      sx={{ color: `${tone}.main` }}
    />
  )
}

interface SyncMarkProps {
  status: SyncStatus
  why: UnknownReason | null
}

interface BridgeSyncProps {
  bridge: Bridge
  networkHeight: number | null
}

/** How far a bridge is. One that is behind, and whose height stands, is not called catching up (P912). */
export function BridgeSync({ bridge, networkHeight }: BridgeSyncProps) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const still = useStillSeconds(bridge)
  if (still === null)
    return <SyncMark status={bridge.sync_status} why={unknownReason(bridge, networkHeight)} />
  const duration = formats.roughDuration(still)
  return (
    <StateMark {...stillMark} full={t('still.full', { duration })}>
      {t('still.short')}
    </StateMark>
  )
}

/** How far a bridge is, as an icon and a word; who points at an unknown one reads why. */
export const SyncMark = memo(function SyncMark({ status, why }: SyncMarkProps) {
  const { t } = useTranslation('bridges')
  const { icon, tone, emphasis } = syncMarks[status]
  const full = why === null ? {} : { full: t(`why.${why}`) }
  return (
    <StateMark icon={icon} tone={tone} emphasis={emphasis} {...full}>
      {t(`sync.${status}`)}
    </StateMark>
  )
})

/** Somebody else claims the peer id of a bridge. */
export function ContestedMark() {
  const { t } = useTranslation('bridges')
  return (
    <StateMark icon={WarningAmberRounded} tone="warning" emphasis="chip" full={t('contestedFull')}>
      {t('contested')}
    </StateMark>
  )
}

const Age = styled('span')(({ theme }) => ({
  '&[data-stale]': { fontWeight: 600, color: theme.vars.palette.warning.main },
}))

interface UpdateAgeProps {
  /** When the last report came; null: none did. */
  at: string | null
  state: Bridge['otel_state']
}

/** How long ago a bridge last reported; it counts on by itself. */
export function UpdateAge({ at, state }: UpdateAgeProps) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const age = ageSeconds(at, useNow())
  if (age === null) return <Known>{null}</Known>
  const text = formats.duration(age)
  return state === 'STALE' ? (
    <Age data-stale="" title={t('why.silent')}>
      {text}
    </Age>
  ) : (
    <Age>{text}</Age>
  )
}

const Root = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 4,
  maxWidth: '100%',
  verticalAlign: 'bottom',
  '& > svg': { fontSize: '0.875em', flex: 'none', color: theme.vars.palette.warning.main },
  '& > bdi': { overflow: 'hidden', textOverflow: 'ellipsis' },
}))

interface VersionMarkProps {
  bridge: Pick<Bridge, 'version'>
  /** Of all bridges of the network. */
  newest: string | null
}

/** The version of a bridge, marked where others run a newer one. */
export function VersionMark({ bridge, newest }: VersionMarkProps) {
  const { t } = useTranslation('bridges')
  const { version } = bridge
  if (version === null) return <Known>{null}</Known>
  const text = version.replace(/^v(?=\d)/, '')
  if (!isOlder(bridge, newest)) return <bdi title={text}>{text}</bdi>
  return (
    <Root title={`${text}: ${t('newerExists')}`}>
      <ArrowUpwardRounded aria-hidden />
      <bdi>{text}</bdi>
      <VisuallyHidden>{t('newerExists')}</VisuallyHidden>
    </Root>
  )
}

const Tile = styledPart('span', { shouldForwardProp: (prop) => prop !== 'size' })<{ size: number }>(
  ({ theme, size }) => ({
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    width: size,
    height: size,
    borderRadius: size >= 32 ? 8 : 7,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.neutral.tint,
    '& svg': { fontSize: Math.round(size * 0.66) },
  }),
)

/** In the place of a validator's picture: a bridge has none. */
export function BridgeTile({ size = 24 }: { size?: number }) {
  return (
    <Tile aria-hidden size={size}>
      <HubOutlined />
    </Tile>
  )
}
