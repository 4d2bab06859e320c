import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { notificationChannels } from '@roundsman/contract/accounts'
import { isEdited, isOn } from './boxes.ts'
import type { Standing } from './conditions-query.ts'
import { ReplayFigure } from './replay-figure.tsx'
import type { AlertSetting } from '@roundsman/contract/alerts'
import type { SettingRow } from './setting-groups.ts'
import type { SettingsView } from './settings-view.ts'

const Name = styled('span')({ display: 'block', overflowWrap: 'anywhere' })

interface Props {
  row: SettingRow
  /** The one of the row that is shown. */
  setting: AlertSetting
  standing: Standing | null
  view: SettingsView
}

/** What the condition is called, and below it what there is to know before one is told of it. */
export function RowName({ row, setting, standing, view: { draft, replay } }: Props) {
  const { t } = useTranslation('alerts')
  const { begins } = row
  const isNew = notificationChannels.some((channel) => {
    const box = { setting: begins.id, channel }
    return isEdited(draft.edits, box) && isOn(draft.boxes, box)
  })
  return (
    <>
      <Name title={setting.description}>{setting.name}</Name>
      {isNew && standing?.state === 'TRUE' ? (
        <Typography variant="caption" color="textSecondary" component="span" sx={{ display: 'block' }}>
          {t('standing.alreadyTrue')}
        </Typography>
      ) : null}
      <ReplayFigure row={row} replay={replay} />
    </>
  )
}
