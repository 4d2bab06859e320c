import Box from '@mui/material/Box'
import { encode } from 'uqr'

/** Modules of quiet zone on each side, as the standard asks for. */
const quietZone = 4

interface Props {
  text: string
  /** What it is, for whoever cannot see it. */
  label: string
}

/** Dark on white in either scheme: not every phone reads the other way round. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 208, maxWidth: '100%', borderRadius: 2, border: 1, borderColor: 'divider' }}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </Box>
  )
}
