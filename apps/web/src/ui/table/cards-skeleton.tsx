import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { late } from '../late.ts'

const Frame = styled('div')(late)
const Card = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  padding: '16px 16px 0',
  [theme.breakpoints.up('sm')]: { padding: '16px 24px 0' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

interface Props {
  label: string
  /** A number of each card, by which the names on cards differ in length. */
  cards: readonly number[]
  /** Px of a card. */
  height: number
  /** Below the name: px, and the gap above it in units of the theme. */
  line: { width: number; height: number; gap: number }
}

/** The cards of a narrow screen in the shape of what comes. */
export function CardsSkeleton({ label, cards, height, line }: Props) {
  return (
    <Frame role="status" aria-label={label}>
      {cards.map((name) => (
        <Card key={name} style={{ height }}>
          <Skeleton width={name + 40} height={16} sx={{ mb: line.gap }} />
          <Skeleton width={line.width} height={line.height} sx={{ maxWidth: '100%' }} />
        </Card>
      ))}
    </Frame>
  )
}
