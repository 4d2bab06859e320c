import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import type { Validator } from '@roundsman/contract/networks/validators'
import { useTranslation } from '../i18n/use-translation.ts'
import { VisuallyHidden } from '../ui/known.tsx'
import { styled } from '../ui/theme/styled.tsx'

const Anchor = styled('a')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 24,
  maxWidth: '100%',
  color: theme.vars.palette.accent.text,
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
    <Anchor href={href} rel="noopener noreferrer nofollow" {...opens}>
      <span dir="auto">{children}</span>
      {href.startsWith('mailto:') ? null : (
        <>
          <OpenInNewRounded aria-hidden />
          <VisuallyHidden>{t('newTab')}</VisuallyHidden>
        </>
      )}
    </Anchor>
  )
}

interface ExplorerLink {
  url: string
  /** It leads to the validator itself, not to the explorer's first page. */
  exact: boolean
}

/** Explorers by the end of their host, and the path below the network's address that has a validator there. */
const validatorPaths = [
  ['mintscan.io', 'validators'],
  ['explorers.guru', 'validator'],
  ['explorer.provenance.io', 'validator'],
  ['storyscan.app', 'validators'],
  ['ping.pub', 'staking'],
] as const

/**
 * The validator in the network's explorer, or the explorer's own first page where it is not known how that names
 * validators; null where the catalogue has no explorer.
 */
export function explorerLink(
  explorerUrl: string | null,
  { operator_address: operator }: Pick<Validator, 'operator_address'>,
): ExplorerLink | null {
  if (explorerUrl === null) return null
  const { href, host } = new URL(explorerUrl)
  const path = validatorPaths.find(([end]) => host === end || host.endsWith(`.${end}`))?.[1]
  if (path === undefined || operator === null) return { url: href, exact: false }
  return { url: `${href.replace(/\/$/, '')}/${path}/${encodeURIComponent(operator)}`, exact: true }
}

/**
 * Validators write their website themselves: only http and https lead out of the page, and nothing that names one host
 * before an @ and leads to the one behind it.
 */
export function safeWebsite(website: string | null): string | null {
  if (website === null || website.trim() === '') return null
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`)
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    return isWeb && url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}
