import { styled as styledPart } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation.ts'
import { styled } from './theme/styled.tsx'

interface Props {
  size?: number
  /** The mark alone, where there is no room for the name. */
  bare?: boolean
}

const Root = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 12 })
const Name = styled('span')(({ theme }) => ({
  ...theme.typography.h6,
  fontSize: '1.125rem',
  color: theme.vars.palette.text.primary,
}))

/** The product's name is the same in every language. */
export const productName = 'Roundsman'

export function Brand({ size = 32, bare = false }: Props) {
  return (
    <Root>
      <svg
        width={size}
        height={size}
        viewBox="0 0 32 32"
        {...(bare ? { role: 'img', 'aria-label': productName } : { 'aria-hidden': true })}
      >
        <rect width="32" height="32" rx="8" fill="#666CFF" />
        <path
          d="M19.6 8.35a8.5 8.5 0 1 0 4.9 6.2"
          fill="none"
          stroke="#fff"
          strokeWidth="2.7"
          strokeLinecap="round"
        />
        <circle cx="16" cy="16" r="3.3" fill="#fff" />
        <circle cx="23.1" cy="9.6" r="2.1" fill="#fff" />
      </svg>
      {bare ? null : <Name>{productName}</Name>}
    </Root>
  )
}

const Home = styledPart(Link)({
  display: 'flex',
  borderRadius: 8,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
})

/** The mark and the name, which lead to the first page. */
export function HomeLink() {
  const { t } = useTranslation()
  return (
    <Home to="/" data-home="" aria-label={t('bar.home', { name: productName })}>
      <Brand />
    </Home>
  )
}
