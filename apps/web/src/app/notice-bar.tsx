import InfoOutlined from '@mui/icons-material/InfoOutlined'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'
import { primaryLanguage } from '../i18n/i18n.ts'

const Bar = styled('div')(({ theme }) => ({
  ...theme.typography.table,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 40,
  padding: '8px 24px',
  backgroundColor: theme.vars.palette.info.tint,
  color: theme.vars.palette.text.primary,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& svg': { fontSize: 18, flex: 'none', color: theme.vars.palette.info.main },
  [theme.breakpoints.down('sm')]: { padding: '8px 16px' },
}))

/** What the site has to tell everybody, on every page; it cannot be closed. */
export function NoticeBar() {
  const { boot } = useServices()
  const { t, i18n } = useTranslation()
  if (boot.notice === null) return null
  return (
    <Bar role="region" aria-label={t('app.notice')}>
      <InfoOutlined aria-hidden />
      <span>{boot.notice[primaryLanguage(i18n.language)]}</span>
    </Bar>
  )
}
