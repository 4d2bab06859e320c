import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface Props {
  title: string
  children: ReactNode
}

/** A title and what stands under it. */
export function PlainPage({ title, children }: Props) {
  return (
    <>
      <Typography variant="h4" component="h1" sx={{ mb: 5 }}>
        {title}
      </Typography>
      {children}
    </>
  )
}
