import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../ui/visually-hidden.ts'

const Words = styled('a')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 24,
  maxWidth: '100%',
  color: theme.vars.palette.primary.text,
  fontWeight: 500,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& svg': { fontSize: 14, flex: 'none' },
}))

interface Props {
  href: string
  children: string
}

/** Leads out of the site: in a tab of its own, which learns nothing of this page. */
export function OutLink({ href, children }: Props) {
  const { t } = useTranslation('validator')
  const opens = href.startsWith('mailto:') ? {} : { target: '_blank' }
  return (
    <Words href={href} rel="noopener noreferrer nofollow" {...opens}>
      <span dir="auto">{children}</span>
      {href.startsWith('mailto:') ? null : (
        <>
          <OpenInNewRounded aria-hidden />
          <VisuallyHidden>{t('newTab')}</VisuallyHidden>
        </>
      )}
    </Words>
  )
}
