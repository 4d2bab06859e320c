import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { AlertReplay } from '@roundsman/contract/alerts/alert-actions'
import type { AlertSetting, AlertType } from '@roundsman/contract/alerts/alerts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Condition } from './condition-states.tsx'
import { type DraftBoxes, isEdited, isOn } from './draft-boxes.ts'
import { ReplayFigure } from './replay.tsx'
import type { SettingGroup, SettingRow } from './setting-groups.ts'

/** What the rows of settings are drawn from, as a table or on a phone. */
export interface SettingsView {
  groups: readonly SettingGroup[]
  draft: DraftBoxes
  usable: ReadonlySet<NotificationChannel>
  /** Their states; undefined while they are not known, null where there are none: of every one. */
  conditions: readonly Condition[] | undefined | null
  replay: AlertReplay | undefined
}

const Name = styled('span')({ display: 'block', overflowWrap: 'anywhere' })

interface NameProps {
  row: SettingRow
  /** The one of the row that is shown. */
  setting: AlertSetting
  condition: Condition | null
  view: SettingsView
}

/** What the condition is called, and below it what to know before asking to be notified. */
export function RowName({ row, setting, condition, view: { draft, replay } }: NameProps) {
  const { t } = useTranslation('alerts')
  const { begins } = row
  const isNew = notificationChannels.some((channel) => {
    const box = { setting: begins.id, channel }
    return isEdited(draft.edits, box) && isOn(draft.boxes, box)
  })
  return (
    <>
      <Name title={setting.description}>{setting.name}</Name>
      {isNew && condition?.state === 'TRUE' ? (
        <Typography variant="caption" color="textSecondary" component="span" sx={{ display: 'block' }}>
          {t('condition.alreadyTrue')}
        </Typography>
      ) : null}
      <ReplayFigure row={row} replay={replay} />
    </>
  )
}

const Box = styled(Checkbox)(({ theme }) => ({
  width: 30,
  height: 30,
  padding: 0,
  borderRadius: 8,
  color: theme.vars.palette.control,
  '& svg': { fontSize: 21 },
  '&.Mui-checked': { color: theme.vars.palette.primary.strong },
  '&.Mui-disabled': { color: theme.vars.palette.dividerStrong },
  '[data-scheme="dark"] &.Mui-checked': { color: theme.vars.palette.primary.main },
  // Changed and not saved.
  '&[data-edited]': {
    boxShadow: `inset 0 0 0 2px color-mix(in srgb, ${theme.vars.palette.primary.main} 45%, transparent)`,
  },
  '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -1 },
  '@media (pointer: coarse)': { width: 40, height: 40 },
}))

interface BoxProps {
  view: SettingsView
  setting: AlertSetting
  channel: NotificationChannel
}

/** Whether a setting goes through a channel. One that cannot be used stays pressable as long as it is on. */
export function ChannelBox({ view: { draft, usable }, setting, channel }: BoxProps) {
  const { t } = useTranslation('alerts')
  const box = { setting: setting.id, channel }
  const on = isOn(draft.boxes, box)
  const edited = isEdited(draft.edits, box)
  return (
    <Box
      size="small"
      checked={on}
      disabled={!on && !usable.has(channel)}
      slotProps={{
        input: { 'aria-label': t('box', { channel: t(`channel.${channel}`), setting: setting.name }) },
      }}
      {...(edited ? { 'data-edited': '' } : {})}
      onChange={(_event, checked) => draft.set(box, checked)}
    />
  )
}

const Toggle = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.subtitle2,
  fontSize: '0.8125rem',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 'max(38px, 2.375rem)',
  cursor: 'pointer',
  '& > svg': {
    fontSize: 20,
    color: theme.vars.palette.text.secondary,
    transition: 'transform 120ms ease-out',
  },
  '[dir="rtl"] & > svg': { transform: 'scaleX(-1)' },
  '&&[aria-expanded="true"] > svg': { transform: 'rotate(90deg)' },
  '&:focus-visible': {
    outline: `2px solid ${theme.vars.palette.focusRing}`,
    outlineOffset: -2,
    borderRadius: 4,
  },
  '@media (pointer: coarse)': { minHeight: 44 },
}))

interface ToggleProps {
  open: boolean
  onToggle: () => void
  children: ReactNode
}

/** The head of a group, which opens and closes it. */
export function GroupToggle({ open, onToggle, children }: ToggleProps) {
  return (
    <Toggle type="button" aria-expanded={open} onClick={onToggle}>
      <ChevronRightRounded aria-hidden />
      {children}
    </Toggle>
  )
}

/** What costs stake stands open from the start; so does all of a bridge and of the network, which have few groups. */
const openAtFirst: readonly AlertType[] = [
  ...(['UPTIME', 'JAILED', 'TOMBSTONED', 'OTEL_UPDATE', 'SYNC_STATUS', 'NETWORK'] as const),
]

/** Which groups of settings are open. */
export function useOpenTypes(): [isOpen: (type: AlertType) => boolean, toggle: (type: AlertType) => void] {
  const [open, setOpen] = useState<ReadonlySet<AlertType>>(new Set(openAtFirst))
  const toggle = (type: AlertType) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(type)) after.add(type)
      return after
    })
  return [(type) => open.has(type), toggle]
}
