import FilterListRounded from '@mui/icons-material/FilterListRounded'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { FilterChip } from '../../ui/filter-chip.ts'
import { UptimePopover } from './uptime-popover.tsx'
import { type UptimeRange, uptimeWords } from './uptime-range.ts'

/** Where there is no room for the word beside the other filters its picture stands alone. */
const Chip = styled(FilterChip)(({ theme }) => ({
  [theme.breakpoints.down(1366)]: {
    '&:not([data-chosen])': { padding: '0 7px' },
    '&:not([data-chosen]) > span': { position: 'absolute', clipPath: 'inset(50%)' },
  },
  '& > span:first-of-type': { fontWeight: 'inherit', color: 'inherit' },
}))

interface Props {
  range: UptimeRange | null
  onRange: (range: UptimeRange | null) => void
}

/** Opens the choice of a range of uptimes, and says which one is chosen. */
export function UptimeFilter({ range, onRange }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Chip
        type="button"
        title={t('column.uptime')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        {...(range === null ? {} : { 'data-chosen': '' })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <FilterListRounded aria-hidden sx={{ fontSize: 16 }} />
        <span>{t('column.uptime')}</span>
        {range === null ? null : <span dir="ltr">{uptimeWords(range, formats)}</span>}
      </Chip>
      <UptimeChoice range={range} anchor={anchor} onRange={onRange} onClose={() => setAnchor(null)} />
    </>
  )
}

interface ChoiceProps extends Props {
  /** What was pressed; null while it is closed. */
  anchor: HTMLElement | null
  onClose: () => void
}

/** The choice of the range, where it was asked for. */
export function UptimeChoice({ anchor, ...props }: ChoiceProps) {
  return anchor === null ? null : <UptimePopover {...props} anchor={anchor} />
}
