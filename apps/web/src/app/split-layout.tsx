import { styled as styledPart } from '@mui/material/styles'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation.ts'
import { useServices, useUser } from '../data/services/services.ts'
import { Brand, productName } from '../ui/brand.tsx'
import { keepFocus } from '../ui/keep-focus.ts'
import { Strip } from '../ui/strip/strip.tsx'
import { ScreenControls } from './bar/screen-controls.tsx'
import { LoadingScreen } from './pages/loading-screen.tsx'
import { NoticeBar } from './pages/page-bars.tsx'
import { useContentFocus, usePage, WindowTitle } from './pages/window.tsx'
import { styled } from '../ui/theme/styled.tsx'

/** Nine strips that stand for what the product does: all is well, except where it is not. Ornament, not data. */
const stripWall: readonly string[] = [
  row({ p: [4, 6, 48] }),
  row({ p: [3, 30], n: [16, 24] }),
  row({ p: [24] }),
  row({ p: [34], m: [37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52] }),
  row({ n: [45] }),
  row({ p: [16, 42, 48] }),
  row({ p: [10, 13, 57, 58], m: [11, 12], n: [19, 27] }),
  row({ p: [20, 33, 49, 57], n: [10] }),
  row({ p: [12, 19, 21, 23, 31], n: [29] }),
]

function row(marks: Partial<Record<'p' | 'n' | 'm', number[]>>): string {
  const letters = Array.from({ length: 60 }, () => 's')
  for (const [letter, places] of Object.entries(marks)) for (const place of places) letters[place] = letter
  return letters.join('')
}

const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })
const Halves = styled('div')(({ theme }) => ({
  flex: 1,
  display: 'grid',
  gridTemplateColumns: '57fr 43fr',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: '1fr', gridTemplateRows: 'auto 1fr' },
}))
const Left = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: 40,
  padding: '36px 56px 44px',
  backgroundColor: theme.vars.palette.background.sunken,
  borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.down('md')]: {
    padding: 0,
    gap: 0,
    border: 'none',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
}))
const Wall = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 'clamp(0px, calc(5vh - 45px), 16px)',
  maxWidth: 'clamp(720px, 76vh, 960px)',
  '& svg': { width: '100%', height: 'auto' },
  '& > :first-of-type, & > :last-of-type': { opacity: 0.5 },
  [theme.breakpoints.down('md')]: {
    gap: 2,
    maxWidth: 'none',
    padding: '14px 20px 10px',
    '& > :first-of-type, & > :last-of-type': { opacity: 1 },
    '& > :nth-of-type(n + 5)': { display: 'none' },
    '&[data-urgent]': { display: 'none' },
  },
}))
const ProductPromise = styled('section')(({ theme }) => ({
  ...theme.typography.h4,
  maxWidth: 520,
  [theme.breakpoints.down('md')]: { display: 'none' },
}))
const Right = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  padding: '20px 24px 24px',
  [theme.breakpoints.down('md')]: { padding: '28px 20px 24px', gridTemplateRows: '1fr auto' },
}))
const Controls = styledPart('div')({ display: 'flex', justifyContent: 'flex-end', gap: 4 })

/** Sign-in, registration and what belongs to them: the strip on one half, one column of 384 on the other. */
export function SplitLayout() {
  const { t } = useTranslation()
  const { boot, serverTime } = useServices()
  const user = useUser()
  const page = usePage()
  const forGuests = page?.guard === 'guests'
  useContentFocus()
  // On the way to where they wanted to go.
  if (user && forGuests) return <LoadingScreen />
  return (
    <Page>
      <WindowTitle title={page?.windowTitle ? t(`windowTitle.${page.windowTitle}`) : null} />
      <NoticeBar />
      <Halves>
        <Left>
          <Box
            component="header"
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'space-between',
              px: { xs: 5, md: 0 },
              minHeight: { xs: 64, md: 'auto' },
              bgcolor: { xs: 'background.paper', md: 'transparent' },
              borderBottom: { xs: page?.isUrgent === true ? 0 : 1, md: 0 },
              borderColor: { xs: 'divider', md: 'transparent' },
            }}
          >
            <Link
              to="/login"
              aria-label={t('bar.home', { name: productName })}
              style={{ display: 'flex', textDecoration: 'none' }}
            >
              <Brand />
            </Link>
            <Controls sx={{ display: { md: 'none' } }}>
              <ScreenControls />
            </Controls>
          </Box>
          <Wall aria-hidden {...(page?.isUrgent === true ? { 'data-urgent': '' } : {})}>
            {stripWall.map((letters) => (
              <div key={letters}>
                <Strip letters={letters} scale={2.5} decorative />
              </div>
            ))}
          </Wall>
          <ProductPromise aria-label={productName}>{t('app.promise')}</ProductPromise>
        </Left>
        <Right>
          <Controls sx={{ display: { xs: 'none', md: 'flex' } }}>
            <ScreenControls />
          </Controls>
          <Box
            component="main"
            id="content"
            tabIndex={-1}
            // A form that was answered goes away with its buttons.
            ref={keepFocus}
            sx={{
              outline: 'none',
              width: '100%',
              maxWidth: 384,
              mx: 'auto',
              alignSelf: { xs: 'start', md: 'center' },
            }}
          >
            <Outlet />
          </Box>
          <Typography
            variant="caption"
            component="footer"
            color="textSecondary"
            sx={{ textAlign: 'center', mt: 8 }}
          >
            {t('app.copyright', { year: new Date(serverTime.now()).getFullYear(), name: boot.provider.name })}
          </Typography>
        </Right>
      </Halves>
    </Page>
  )
}
