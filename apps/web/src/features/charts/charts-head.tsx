import DownloadRounded from '@mui/icons-material/DownloadRounded'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import LinkRounded from '@mui/icons-material/LinkRounded'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import TableChartOutlined from '@mui/icons-material/TableChartOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { slimHeight } from '../../ui/slim-alert.tsx'
import type { ChartsActions } from './use-charts-actions.ts'

interface Props {
  narrow: boolean
  /** Why what is shown is not of this moment. */
  notice: ReactNode
  actions: ChartsActions
  isTable: boolean
  /** null where there is nothing to show as a table. */
  onTable: (() => void) | null
}

/** Title and actions; on a narrow screen the actions are pictures with names. */
export function ChartsHead({ narrow, notice, actions, isTable, onTable }: Props) {
  const { t } = useTranslation('charts')
  const { copyLink, savePng, saveCsv } = actions
  const TableIcon = isTable ? ShowChartRounded : TableChartOutlined
  const all = [
    { key: 'link', icon: <LinkRounded />, text: t('copyLink'), run: copyLink },
    { key: 'png', icon: <ImageOutlined />, text: t('png'), run: savePng },
    { key: 'csv', icon: <DownloadRounded />, text: t('csv'), run: saveCsv },
    { key: 'table', icon: <TableIcon />, text: isTable ? t('asCharts') : t('asTable'), run: onTable },
  ]
  return (
    <>
      <Box
        sx={{
          ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: narrow ? 1 : 3 },
          ...{ minHeight: slimHeight, mb: { xs: 2, md: 4 } },
        }}
      >
        <Typography
          variant="h4"
          component="h1"
          sx={{ flex: 'none', maxWidth: '100%', marginInlineEnd: 'auto' }}
        >
          {t('title')}
        </Typography>
        {narrow ? null : <Box sx={{ flex: '1 1 0', minWidth: 0, display: 'grid' }}>{notice}</Box>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: narrow ? 1 : 2 }}>
          {all.map(({ key, icon, text, run }) => {
            if (run === null) return null
            return narrow ? (
              <IconButton key={key} aria-label={text} title={text} onClick={run}>
                {icon}
              </IconButton>
            ) : (
              <Button key={key} size="small" startIcon={icon} onClick={run}>
                {text}
              </Button>
            )
          })}
        </Box>
      </Box>
      {narrow && notice ? <Box sx={{ mb: 2, display: 'grid' }}>{notice}</Box> : null}
    </>
  )
}
