import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface Props {
  label: string
  /** Of what is shown. */
  name: string
  /** The link to the list that it is of. */
  children: ReactNode
}

/** Where in the site a page is: the list, and the one of it that is shown. */
export function Crumb({ label, name, children }: Props) {
  return (
    <Typography
      component="nav"
      variant="table"
      aria-label={label}
      sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0, '& svg': { fontSize: 16 } }}
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
