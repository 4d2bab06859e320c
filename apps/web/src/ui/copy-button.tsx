import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import IconButton from '@mui/material/IconButton'
import { useCopy } from './use-copy.ts'

interface Props {
  text: string
  label: string
  /** -1 where it can be copied elsewhere by keyboard. */
  tabIndex?: 0 | -1
}

/** Copies a text that is too long to be shown. */
export function CopyButton({ text, label, tabIndex = 0 }: Props) {
  const copy = useCopy()
  return (
    <IconButton
      aria-label={label}
      tabIndex={tabIndex}
      title={label}
      onClick={() => copy(text)}
      sx={{
        width: 28,
        height: 28,
        borderRadius: '6px',
        color: 'text.secondary',
        '@media (pointer: coarse)': { width: 40, height: 40 },
      }}
    >
      <ContentCopyRounded sx={{ fontSize: 16 }} />
    </IconButton>
  )
}
