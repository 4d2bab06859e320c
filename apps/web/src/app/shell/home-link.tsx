import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Brand, productName } from '../../ui/brand.tsx'

const Home = styled(Link)({ display: 'flex', borderRadius: 8, textDecoration: 'none', whiteSpace: 'nowrap' })

/** The mark and the name, which lead to the first page. */
export function HomeLink() {
  const { t } = useTranslation()
  return (
    <Home to="/" data-home="" aria-label={t('bar.home', { name: productName })}>
      <Brand />
    </Home>
  )
}
