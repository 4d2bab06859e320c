import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../known.tsx'
import { late } from './empty-state.tsx'
import { slimHeight } from './slim-alert.tsx'
import { styled } from '../theme/styled.tsx'

/** What is read, and beside it a rail of 340; below lg the rail stands under what comes first. */
export const pageColumns = {
  display: 'grid',
  gap: 5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
} as const

interface DetailHeadProps {
  name: string
  /** What the way back is called, and the way back. */
  crumbs: string
  back: ReactNode
  /** Why what is shown is not of this moment; it stands where there is room for it anyway. */
  notice: ReactNode
  picture: ReactNode
  /** Beside the name: how it stands. */
  state: ReactNode
  /** Below it: addresses and links. */
  lines: ReactNode
  actions: ReactNode
}

/** The head of the page of one thing: which one it is, how it stands, and what can be done about it. */
export function DetailHead({ name, crumbs, back, notice, picture, state, lines, actions }: DetailHeadProps) {
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '8px 24px',
          minHeight: { md: slimHeight },
          mb: 2,
        }}
      >
        <Crumb label={crumbs} name={name}>
          {back}
        </Crumb>
        <Box sx={{ flex: '1 1 300px', minWidth: 0, display: 'grid' }}>{notice}</Box>
      </Box>
      <Box data-page-head="" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4, mb: 5 }}>
        {picture}
        <Box sx={{ flex: '1 1 360px', minWidth: 0, display: 'grid', gap: 1 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
            <Typography variant="h4" component="h1" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            {state}
          </Box>
          {lines}
        </Box>
        {actions}
      </Box>
    </>
  )
}

interface CrumbProps {
  label: string
  /** Of what is shown. */
  name: string
  /** The link to the list that it is of. */
  children: ReactNode
}

/** Where in the site a page is: the list, and the one of it that is shown. */
function Crumb({ label, name, children }: CrumbProps) {
  return (
    <Typography
      component="nav"
      variant="table"
      aria-label={label}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minWidth: 0,
        // It is of names.
        fontVariantNumeric: 'normal',
        '& svg': { fontSize: 16 },
      }}
    >
      {children}
      <Box
        component={ChevronRightRounded}
        aria-hidden
        sx={{ color: 'text.secondary', flex: 'none', '[dir="rtl"] &': { transform: 'scaleX(-1)' } }}
      />
      <Typography
        component="span"
        variant="inherit"
        color="textSecondary"
        noWrap
        dir="auto"
        aria-current="page"
      >
        {name}
      </Typography>
    </Typography>
  )
}

const Late = styled('div')(late)

interface DetailSkeletonProps {
  label: string
  /** The heading of the page until it has a name. */
  heading: string
  /** Px of the line below the name. */
  line: number
  /** Px of the cards, in the order of the page. */
  main: readonly number[]
  rail: readonly number[]
}

/** The page of one thing in the shape of what comes. */
export function DetailSkeleton({ label, heading, line, main, rail }: DetailSkeletonProps) {
  return (
    <Late role="status" aria-label={label}>
      <VisuallyHidden as="h1">{heading}</VisuallyHidden>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', mt: 9, mb: 5 }}>
        <Skeleton variant="rounded" width={56} height={56} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Skeleton width={220} height={28} sx={{ maxWidth: '100%' }} />
          <Skeleton width={line} height={18} sx={{ maxWidth: '100%' }} />
        </Box>
      </Box>
      <Paper variant="outlined" sx={{ height: 92, mb: 5 }} />
      <Box sx={pageColumns}>
        {[main, rail].map((column) => (
          <Box key={column.join()} sx={{ display: 'grid', gap: 5, alignContent: 'start' }}>
            {column.map((height) => (
              <Paper key={height} variant="outlined" sx={{ height }} />
            ))}
          </Box>
        ))}
      </Box>
    </Late>
  )
}
