import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { styled as styledPart } from '@mui/material/styles'
import type { NotificationChannel } from '@roundsman/contract/accounts/accounts'
import type { AlertReplay } from '@roundsman/contract/alerts/alert-actions'
import { type AlertSetting, type AlertType, alertTriggers } from '@roundsman/contract/alerts/alerts'
import type { Validator } from '@roundsman/contract/networks/validators'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChannelIcon } from '../../../parts/alerts/alert-marks.tsx'
import { Explanation, useExplained } from '../../../ui/controls/explained.tsx'
import { Roving, useStop } from '../../../ui/controls/roving.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import type { Condition } from '../../../data/alerts/alert-conditions.ts'
import { type DraftBoxes, isEdited, isOn } from './draft-boxes.ts'
import { ReplayFigure } from './replay.tsx'
import type { SettingGroup, SettingRow } from './setting-groups.ts'
import { styled } from '../../../ui/theme/styled.tsx'

/** What the rows of settings are drawn from, as a table or on a phone. */
export interface SettingsView {
  groups: readonly SettingGroup[]
  draft: DraftBoxes
  /** Those that are shown. */
  channels: readonly NotificationChannel[]
  usable: ReadonlySet<NotificationChannel>
  /** The user may look at them and not change them. */
  readOnly: boolean
  /** Their states; undefined while they are not known, null where there are none: of every one. */
  conditions: readonly Condition[] | undefined | null
  replay: AlertReplay | undefined
  /** Of the list, brought up to date by the stream; undefined: the target is no validator, or not known. */
  row: Validator | undefined
}

/** Columns of the grid of settings: the name of a row, its replay, then a box for each trigger and channel. */
const columns = { name: 0, replay: 1, boxes: 2 }

function columnOf(
  trigger: AlertSetting['trigger'],
  channel: NotificationChannel,
  { channels }: Pick<SettingsView, 'channels'>,
): number {
  const at = alertTriggers.indexOf(trigger) * channels.length
  return columns.boxes + at + channels.indexOf(channel)
}

/** All settings are one stop of Tab (P401). Screen readers are given the keys. */
export function SettingGrid({ children }: ComponentProps<typeof Roving>) {
  const { t } = useTranslation('alerts')
  const id = useId()
  return (
    <Roving>
      {(holder) => (
        <>
          <VisuallyHidden as="p" id={id}>
            {t('gridHint')}
          </VisuallyHidden>
          {children({ ...holder, 'aria-describedby': id })}
        </>
      )}
    </Roving>
  )
}

/** Px before the name of a group, which its arrow stands in, and of a row, which the sign of its description does. */
export const nameIndent = 28

const Name = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-grid',
  gridTemplateColumns: `${nameIndent}px minmax(0, 1fr)`,
  maxWidth: '100%',
  padding: '2px 0',
  minHeight: 24,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '& > svg': {
    fontSize: 16,
    marginBlockStart: 2,
    marginInlineStart: 2,
    color: theme.vars.palette.text.secondary,
  },
  '&:hover > svg, &[aria-expanded="true"] > svg': { color: theme.vars.palette.accent.text },
  '&:focus-visible': {
    outline: `2px solid ${theme.vars.palette.focusRing}`,
    outlineOffset: 2,
    borderRadius: 4,
  },
  '@media (pointer: coarse)': { padding: '6px 0' },
}))
const Under = styled('div')({ paddingInlineStart: nameIndent })

interface NameProps {
  row: SettingRow
  /** Those of the row that are shown. */
  shown: readonly AlertSetting[]
  condition: Condition | null
  view: SettingsView
}

/** What the condition is called; pressed, it says what that means. Below it what to know before asking to be notified. */
export function RowName({ row, shown, condition, view: { draft, replay, channels } }: NameProps) {
  const { t } = useTranslation('alerts')
  const { button, panel } = useExplained()
  const stop = useStop(row.key, columns.name)
  const { begins } = row
  const isNew = channels.some((channel) => {
    const box = { setting: begins.id, channel }
    return isEdited(draft.edits, box) && isOn(draft.boxes, box)
  })
  return (
    <>
      <Name {...button} {...stop}>
        <InfoOutlined aria-hidden />
        {shown[0]?.name}
      </Name>
      <Under>
        <Explanation {...panel}>
          {shown.map(({ id: setting, trigger, description }) => (
            <p key={setting}>{shown.length > 1 ? `${t(`when.${trigger}`)}: ${description}` : description}</p>
          ))}
        </Explanation>
        {isNew && condition?.state === 'TRUE' ? (
          <Typography variant="caption" color="textSecondary" component="span" sx={{ display: 'block' }}>
            {t('condition.alreadyTrue')}
          </Typography>
        ) : null}
        <ReplayFigure row={row} replay={replay} condition={condition} column={columns.replay} />
      </Under>
    </>
  )
}

const Box = styledPart(Checkbox)(({ theme }) => ({
  width: 30,
  height: 30,
  padding: 0,
  borderRadius: 8,
  color: theme.vars.palette.control,
  '& svg': { fontSize: 21 },
  '&.Mui-checked': { color: theme.vars.palette.accent.strong },
  '&.Mui-disabled': { color: theme.vars.palette.dividerStrong },
  '[data-scheme="dark"] &.Mui-checked': { color: theme.vars.palette.primary.main },
  '&[data-read-only]': {
    cursor: 'default',
    '& input': { cursor: 'default' },
    '&:not(.Mui-checked)': { opacity: 0.5 },
  },
  // Changed and not saved.
  '&[data-edited]': {
    boxShadow: `inset 0 0 0 2px color-mix(in srgb, ${theme.vars.palette.primary.main} 45%, transparent)`,
  },
  '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -1 },
  '@media (pointer: coarse)': { width: 40, height: 40 },
}))

interface BoxProps {
  view: SettingsView
  row: SettingRow
  setting: AlertSetting
  channel: NotificationChannel
}

/** Whether a setting goes through a channel. One that cannot be used stays pressable as long as it is on. */
export function ChannelBox({ view, row, setting, channel }: BoxProps) {
  const { draft, usable, readOnly } = view
  const { t } = useTranslation('alerts')
  const box = { setting: setting.id, channel }
  const on = isOn(draft.boxes, box)
  const edited = isEdited(draft.edits, box)
  const trigger = setting === row.begins ? 'FALSE_TO_TRUE' : 'TRUE_TO_FALSE'
  const { tabIndex, ...place } = useStop(row.key, columnOf(trigger, channel, view))
  return (
    <Box
      size="small"
      tabIndex={tabIndex}
      checked={on}
      disabled={!on && !usable.has(channel) && !readOnly}
      slotProps={{
        input: {
          'aria-label': t('box', { channel: t(`channel.${channel}`), setting: setting.name }),
          // With the keyboard and by ear it is still found.
          ...(readOnly ? { 'aria-readonly': true } : {}),
          ...place,
        },
      }}
      {...(edited ? { 'data-edited': '' } : {})}
      {...(readOnly ? { 'data-read-only': '' } : {})}
      onChange={(_event, checked) => {
        if (!readOnly) draft.set(box, checked)
      }}
    />
  )
}

const Head = styled('span')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  // Beside the boxes of its column, in the smallest letters there are.
  fontSize: '0.6875rem',
  lineHeight: '0.875rem',
  color: theme.vars.palette.text.secondary,
  '& svg': { fontSize: 16 },
}))

/** Over the boxes of a channel. */
export function ChannelHead({ channel }: { channel: NotificationChannel }) {
  const { t } = useTranslation('alerts')
  return (
    <Head>
      <ChannelIcon channel={channel} />
      {t(`channel.${channel}`)}
    </Head>
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
  type: AlertType
  open: boolean
  onToggle: () => void
  children: ReactNode
}

/** The head of a group, which opens and closes it. */
export function GroupToggle({ type, open, onToggle, children }: ToggleProps) {
  const stop = useStop(type)
  return (
    <Toggle type="button" aria-expanded={open} onClick={onToggle} {...stop}>
      <ChevronRightRounded aria-hidden />
      {children}
    </Toggle>
  )
}

/** What costs stake stands open from the start; so does all of a bridge and of the network, which have few groups. */
const openAtFirst: readonly AlertType[] = [
  ...(['UPTIME', 'JAILED', 'TOMBSTONED', 'OTEL_UPDATE', 'SYNC_STATUS', 'NETWORK', 'GOVERNANCE'] as const),
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
