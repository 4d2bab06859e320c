import HubOutlined from '@mui/icons-material/HubOutlined'
import { styled } from '@mui/material/styles'

const Tile = styled('span', { shouldForwardProp: (prop) => prop !== 'size' })<{ size: number }>(
  ({ theme, size }) => ({
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    width: size,
    height: size,
    borderRadius: size >= 32 ? 8 : 7,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.neutral.tint,
    '& svg': { fontSize: Math.round(size * 0.66) },
  }),
)

/** In the place of a validator's picture: a bridge has none. */
export function BridgeTile({ size = 24 }: { size?: number }) {
  return (
    <Tile aria-hidden size={size}>
      <HubOutlined />
    </Tile>
  )
}
