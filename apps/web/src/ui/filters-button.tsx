import FilterListRounded from '@mui/icons-material/FilterListRounded'
import IconButton from '@mui/material/IconButton'

interface Props {
  label: string
  /** Something is filtered out. */
  active: boolean
  isOpen: boolean
  onOpen: (anchor: HTMLElement) => void
}

/** The button behind which a narrow screen has its filters. */
export function FiltersButton({ label, active, isOpen, onOpen }: Props) {
  return (
    <IconButton
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={(event) => onOpen(event.currentTarget)}
      sx={{
        width: 42,
        height: 42,
        border: 1,
        borderColor: active ? 'primary.text' : 'dividerStrong',
        ...(active && { color: 'primary.text', bgcolor: 'primary.tint' }),
      }}
    >
      <FilterListRounded sx={{ fontSize: 20 }} />
    </IconButton>
  )
}
