import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'

const Line = styled('footer')(({ theme }) => ({
  ...theme.typography.table,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
}))
const Inner = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: 52,
  maxWidth: 1440,
  margin: '0 auto',
  padding: '0 24px',
  '& nav': { display: 'flex', gap: 24 },
  '& a': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  [theme.breakpoints.down('sm')]: { padding: '0 16px' },
  [theme.breakpoints.down('md')]: { '& nav': { display: 'none' } },
}))

/** "© year provider. All rights reserved." The links are hidden below md. */
export function Footer() {
  const { boot, serverTime } = useServices()
  const { t } = useTranslation()
  const { name, links } = boot.provider
  return (
    <Line>
      <Inner>
        <span>{t('app.copyright', { year: new Date(serverTime.now()).getFullYear(), name })}</span>
        {links.length > 0 ? (
          <nav aria-label={t('app.footerLinks')}>
            {links.map((link) => (
              <a key={link.url} href={link.url}>
                {link.label}
              </a>
            ))}
          </nav>
        ) : null}
      </Inner>
    </Line>
  )
}
