import Alert from '@mui/material/Alert'
import type { AlertColor } from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

interface Props {
  severity: AlertColor
  icon?: ReactNode
  title: string
  text?: string
  action?: ReactNode
  /** `alert` is read out at once; a note waits to be found. */
  role?: 'note' | 'alert'
}

/** Two lines, also where letters are twice as large. */
export const slimHeight = 'max(44px, 2.75rem)'

const Slim = styled(Alert)({
  boxSizing: 'border-box',
  height: slimHeight,
  minWidth: 0,
  padding: '0 6px 0 12px',
  alignItems: 'center',
  '& .MuiAlert-icon': { padding: 0, marginInlineEnd: 8 },
  '& .MuiAlert-message': { padding: 0, overflow: 'visible', flex: 1, minWidth: 0 },
  '& .MuiAlert-action': { paddingInlineStart: 8 },
})

/** A title alone has both lines. */
const twoLines = {
  m: 0,
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
}

/** One alert of two lines that never grows: it stands where room is kept, so that what is below keeps its place. */
export function SlimAlert({ severity, icon, title, text, action, role = 'note' }: Props) {
  return (
    <Slim severity={severity} icon={icon} action={action} role={role}>
      <Typography
        variant="label"
        component="p"
        title={title}
        {...(text === undefined ? { sx: twoLines } : { noWrap: true, sx: { m: 0 } })}
      >
        {title}
      </Typography>
      {text === undefined ? null : (
        <Typography variant="caption" component="p" color="textSecondary" noWrap title={text} sx={{ m: 0 }}>
          {text}
        </Typography>
      )}
    </Slim>
  )
}
