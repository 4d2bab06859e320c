import { keyframes, styled } from '@mui/material/styles'

const pulse = keyframes({ '50%': { opacity: 0.4 } })

/** Stands for what comes, in its size (px). A fifth of the library's own one, which the first load has no room for. */
export const Skeleton = styled('span', {
  shouldForwardProp: (prop) => prop !== 'width' && prop !== 'height' && prop !== 'sx',
})<{ width?: number; height: number }>(({ theme, width, height }) => ({
  display: 'block',
  ...(width === undefined ? {} : { width }),
  height,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.skeleton,
  animation: `${pulse} 1.6s ease-in-out 0.5s infinite`,
  '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'GrayText' },
}))
