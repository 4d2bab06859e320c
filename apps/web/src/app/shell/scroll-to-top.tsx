import KeyboardArrowUpRounded from '@mui/icons-material/KeyboardArrowUpRounded'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useMeasured } from '../../ui/use-measured.ts'

const appearsAfter = 400

const Button = styled('button')(({ theme }) => ({
  position: 'fixed',
  insetInlineEnd: 24,
  bottom: 'calc(var(--rm-footer-height, 0px) + 24px)',
  zIndex: theme.zIndex.fab,
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  padding: 0,
  // Seen in forced colours only.
  border: '1px solid transparent',
  borderRadius: '50%',
  cursor: 'pointer',
  color: '#FFFFFF',
  backgroundColor: theme.vars.palette.primary.strong,
  boxShadow: theme.vars.palette.shadow,
  '&:hover': { backgroundColor: theme.vars.palette.primary.strongHover },
}))

function watch(run: () => void): () => void {
  window.addEventListener('scroll', run, { passive: true })
  return () => window.removeEventListener('scroll', run)
}

const isFar = () => window.scrollY > appearsAfter

/** A way back to the top once the page is scrolled by 400 px. */
export function ScrollToTop() {
  const { t } = useTranslation('shell')
  const far = useMeasured(watch, isFar, false)
  if (!far) return null
  const toTop = () => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
    // The button goes, so the keyboard goes on from the beginning of the content.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <Button type="button" aria-label={t('top')} title={t('top')} onClick={toTop}>
      <KeyboardArrowUpRounded aria-hidden />
    </Button>
  )
}
