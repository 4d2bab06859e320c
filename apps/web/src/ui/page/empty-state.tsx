import type { SvgIconComponent } from '@mui/icons-material'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keyframes, styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { StateTone } from '../theme/theme-types.ts'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })

/** Nothing for the first 150 ms: what stands in for something does not flicker when that comes at once. */
export const late = { animation: `${appear} 120ms ease-out 150ms both` }

interface Props {
  icon: SvgIconComponent
  tone?: StateTone
  title: string
  children: ReactNode
  /** At most two buttons. */
  actions?: ReactNode
  /** One small line under the buttons, such as the id of the request. */
  footnote?: ReactNode
  heading?: 'h1' | 'h2'
}

const Tile = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: StateTone }>(
  ({ theme, tone }) => ({
    display: 'grid',
    placeItems: 'center',
    width: 52,
    height: 52,
    borderRadius: 12,
    color: theme.vars.palette[tone].main,
    backgroundColor: theme.vars.palette[tone].tint,
    '& svg': { fontSize: 26 },
  }),
)

/** In place of content that is not there: what, why, and the way on. */
export function EmptyState({
  icon: Icon,
  tone = 'neutral',
  title,
  children,
  actions,
  footnote,
  heading = 'h2',
}: Props) {
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 4,
        px: 4,
        py: { xs: 10, md: 16 },
      }}
    >
      <Tile tone={tone}>
        <Icon aria-hidden />
      </Tile>
      <Box sx={{ display: 'grid', gap: 1, maxWidth: 420 }}>
        <Typography variant={heading === 'h1' ? 'h4' : 'h6'} component={heading}>
          {title}
        </Typography>
        <Typography color="textSecondary">{children}</Typography>
      </Box>
      {actions ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>{actions}</Box>
      ) : null}
      {footnote ? (
        <Typography variant="mono" color="textSecondary">
          {footnote}
        </Typography>
      ) : null}
    </Box>
  )
}
