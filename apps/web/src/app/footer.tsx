import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'

interface Props {
  /** Stays at the bottom of the screen. */
  fixed: boolean
}

const Line = styled('footer')(({ theme }) => ({
  ...theme.typography.table,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.paper,
  '&[data-fixed]': { position: 'sticky', bottom: 0, zIndex: theme.zIndex.appBar - 1 },
}))
const Inner = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: '3.25rem',
  maxWidth: 'var(--rm-content-width)',
  margin: '0 auto',
  padding: '0 24px',
  '& ul': { display: 'flex', gap: 24, margin: 0, padding: 0, listStyle: 'none' },
  '& a': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  [theme.breakpoints.down('sm')]: { padding: '0 16px' },
  [theme.breakpoints.down('md')]: { '& ul': { display: 'none' } },
}))

/** "© year provider. All rights reserved." The links are hidden below md. */
export function Footer({ fixed }: Props) {
  const { boot, serverTime } = useServices()
  const { t } = useTranslation()
  const { name, links } = boot.provider
  return (
    <Line {...(fixed ? { 'data-fixed': '' } : {})}>
      <Inner>
        <span>{t('app.copyright', { year: new Date(serverTime.now()).getFullYear(), name })}</span>
        {links.length > 0 ? (
          <ul aria-label={t('app.footerLinks')}>
            {links.map((link) => (
              <li key={link.url}>
                <a href={link.url}>{link.label}</a>
              </li>
            ))}
          </ul>
        ) : null}
      </Inner>
    </Line>
  )
}
