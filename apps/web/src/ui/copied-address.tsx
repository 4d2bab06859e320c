import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { CopyButton } from './copy-button.tsx'

interface Props {
  /** In full: for who points at it, and for the clipboard. */
  address: string
  short: string
  /** What the button does. */
  label: string
}

/** An address, shortened, with a button that copies all of it. */
export function CopiedAddress({ address, short, label }: Props) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Typography variant="mono" component="span" color="textSecondary" dir="ltr" title={address}>
        {short}
      </Typography>
      <CopyButton text={address} label={label} />
    </Box>
  )
}
