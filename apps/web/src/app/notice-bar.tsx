import InfoOutlined from '@mui/icons-material/InfoOutlined'
import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'
import { primaryLanguage } from '../i18n/i18n.ts'
import { PageBar } from '../ui/page-bar.tsx'

/** What the site has to tell everybody, on every page; it cannot be closed. */
export function NoticeBar() {
  const { boot } = useServices()
  const { t, i18n } = useTranslation()
  if (boot.notice === null) return null
  return (
    <PageBar tone="info" role="region" aria-label={t('app.notice')}>
      <InfoOutlined aria-hidden />
      <span>{boot.notice[primaryLanguage(i18n.language)]}</span>
    </PageBar>
  )
}
