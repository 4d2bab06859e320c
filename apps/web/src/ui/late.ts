import { keyframes } from '@mui/material/styles'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })

/** Nothing for the first 150 ms: what stands in for something does not flicker when that comes at once. */
export const late = { animation: `${appear} 120ms ease-out 150ms both` }
