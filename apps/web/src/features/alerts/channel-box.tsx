import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import type { NotificationChannel } from '@roundsman/contract/accounts'
import type { AlertSetting } from '@roundsman/contract/alerts'
import { useTranslation } from 'react-i18next'
import { isEdited, isOn } from './boxes.ts'
import type { SettingsView } from './settings-view.ts'

const Press = styled(Checkbox)(({ theme }) => ({
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

interface Props {
  view: SettingsView
  setting: AlertSetting
  channel: NotificationChannel
}

/** Whether a setting goes through a channel. One that cannot be used stays pressable as long as it is on. */
export function ChannelBox({ view: { draft, usable }, setting, channel }: Props) {
  const { t } = useTranslation('alerts')
  const box = { setting: setting.id, channel }
  const on = isOn(draft.boxes, box)
  const edited = isEdited(draft.edits, box)
  return (
    <Press
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
