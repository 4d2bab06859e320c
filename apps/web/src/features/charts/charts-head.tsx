import DownloadRounded from '@mui/icons-material/DownloadRounded'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import LinkRounded from '@mui/icons-material/LinkRounded'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import TableChartOutlined from '@mui/icons-material/TableChartOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsHead } from '../../ui/actions-head.tsx'
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

/** Title of the charts, and what can be done with them. */
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
  const possible = all.flatMap(({ run, ...action }) => (run === null ? [] : [{ ...action, run }]))
  return <ActionsHead title={t('title')} narrow={narrow} notice={notice} actions={possible} />
}
