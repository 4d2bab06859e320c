import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'

/** The figures of the head before they are known, as high as they will be. */
export function StatSkeleton() {
  return (
    <Paper
      variant="outlined"
      aria-hidden
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        height: 92,
        px: 5,
        mb: 5,
        alignItems: 'center',
        overflow: 'hidden',
      }}
    >
      {[110, 130, 120, 100, 200].map((width) => (
        <Box key={width}>
          <Skeleton width={width * 0.6} height={10} sx={{ mb: 2 }} />
          <Skeleton width={width} height={18} sx={{ mb: 2 }} />
          <Skeleton width={width * 0.8} height={10} />
        </Box>
      ))}
    </Paper>
  )
}
