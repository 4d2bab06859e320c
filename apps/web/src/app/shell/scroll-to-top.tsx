import KeyboardArrowUpRounded from '@mui/icons-material/KeyboardArrowUpRounded'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMeasured } from '../../ui/use-measured.ts'
import { styled } from '../../ui/theme/styled.tsx'

const appearsAfter = 400
/** As wide as the padding of the page beside its content. */
const edge = 24
const phoneLine = '2.75rem'

/** In the empty edge of the page, where it covers nothing; on a phone, which has none, a line of its own. */
const Button = styled('button')(({ theme }) => ({
  ...theme.typography.button,
  position: 'fixed',
  insetInlineEnd: 0,
  bottom: 'calc(var(--rm-footer-height, 0px) + 24px)',
  zIndex: theme.zIndex.fab,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  width: edge,
  height: 40,
  padding: 0,
  // Seen in forced colors only.
  border: '1px solid transparent',
  borderStartStartRadius: 8,
  borderEndStartRadius: 8,
  cursor: 'pointer',
  color: '#FFFFFF',
  backgroundColor: theme.vars.palette.accent.strong,
  '& span': { display: 'none' },
  '&:hover': { backgroundColor: theme.vars.palette.accent.strongHover },
  [theme.breakpoints.down('sm')]: {
    width: '100%',
    height: phoneLine,
    bottom: 'var(--rm-footer-height, 0px)',
    borderRadius: 0,
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.background.paper,
    borderTopColor: theme.vars.palette.divider,
    '& span': { display: 'inline' },
    '&:hover': { backgroundColor: theme.vars.palette.background.paper },
  },
}))
/** Nothing ends, and nothing gets the focus, below that line. */
const Room = styled('div')(({ theme }) => ({
  display: 'none',
  [theme.breakpoints.down('sm')]: { display: 'block', height: phoneLine },
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
    <>
      <Room />
      {/* What sticks to the bottom of a page stands above that line. */}
      <GlobalStyles
        styles={({ breakpoints }) => ({
          [breakpoints.down('sm')]: { ':root': { '--rm-top-line': phoneLine } },
        })}
      />
      <Button type="button" aria-label={t('top')} title={t('top')} onClick={toTop}>
        <KeyboardArrowUpRounded aria-hidden />
        <span aria-hidden>{t('top')}</span>
      </Button>
    </>
  )
}
