import DownloadRounded from '@mui/icons-material/DownloadRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

interface PageActionsProps {
  onCopyView: () => void
  onCsv: () => void
}

export function PageActions({ onCopyView, onCsv }: PageActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button size="small" startIcon={<LinkRounded />} onClick={onCopyView}>
        {t('list.copyView')}
      </Button>
      <Button size="small" startIcon={<DownloadRounded />} onClick={onCsv}>
        {t('list.csv')}
      </Button>
    </>
  )
}
