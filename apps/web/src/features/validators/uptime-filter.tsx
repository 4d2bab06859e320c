import FilterListRounded from '@mui/icons-material/FilterListRounded'
import Button from '@mui/material/Button'
import { styled as styledPart } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useFormats } from '../../i18n/formats.ts'
import { FilterChip } from '../../ui/controls/filters.tsx'
import { TextField } from '../../ui/controls/fields.tsx'
import { uptimeOf, type UptimeRange, uptimeRangeText } from './list/list-view.ts'
import { Popover } from '../../ui/controls/menu.tsx'
import { styled } from '../../ui/theme/styled.tsx'

/** Where there is no room for the word beside the other filters its picture stands alone. */
const Chip = styledPart(FilterChip)(({ theme }) => ({
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
        {range === null ? null : <span dir="ltr">{uptimeRangeText(range, formats)}</span>}
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

interface UptimePopoverProps {
  range: UptimeRange | null
  anchor: HTMLElement
  onRange: (range: UptimeRange | null) => void
  onClose: () => void
}

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 12,
  width: 260,
  maxWidth: '100%',
  boxSizing: 'border-box',
  padding: 16,
  '& > p': { gridColumn: '1 / -1', margin: 0 },
})

/** Between which percentages the uptime lies; a side that is left empty bounds nothing. */
function UptimePopover({ range, anchor, onRange, onClose }: UptimePopoverProps) {
  const { t } = useTranslation('list')
  const [from, setFrom] = useState(written(range?.from))
  const [to, setTo] = useState(written(range?.to))
  const [isTried, setTried] = useState(false)
  const wanted = rangeOf(from, to)
  const problems = isTried && wanted === 'wrong' ? problemsOf(from, to) : {}
  const choose = (next: UptimeRange | null) => {
    onRange(next)
    onClose()
  }
  const field = { inputMode: 'decimal', autoComplete: 'off', maxLength: 6 } as const
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('uptime.title'), sx: { mt: 1 } } }}
    >
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted === 'wrong') setTried(true)
          else choose(wanted)
        }}
      >
        <TextField
          {...field}
          autoFocus
          label={t('uptime.from')}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          problem={problems.from && t(`uptime.${problems.from}`)}
        />
        <TextField
          {...field}
          label={t('uptime.to')}
          value={to}
          onChange={(event) => setTo(event.target.value)}
          problem={problems.to && t(`uptime.${problems.to}`)}
        />
        <Button size="small" onClick={() => choose(null)}>
          {t('uptime.clear')}
        </Button>
        <Button size="small" variant="contained" type="submit">
          {t('uptime.apply')}
        </Button>
      </Form>
    </Popover>
  )
}

function written(percent: number | null | undefined): string {
  return percent == null ? '' : String(percent)
}

/** Some languages write 99,5. */
function plain(text: string): string {
  return text.trim().replace(',', '.').replace(/%$/, '')
}

function rangeOf(from: string, to: string): UptimeRange | null | 'wrong' {
  if (plain(from) === '' && plain(to) === '') return null
  return uptimeOf(`${plain(from)}-${plain(to)}`) ?? 'wrong'
}

interface Problems {
  from?: 'wrong' | 'order'
  to?: 'wrong'
}

function problemsOf(from: string, to: string): Problems {
  const [isFrom, isTo] = [from, to].map((text) => plain(text) === '' || uptimeOf(`${plain(text)}-`) !== null)
  if (isFrom && isTo) return { from: 'order' }
  return { ...(isFrom ? {} : { from: 'wrong' as const }), ...(isTo ? {} : { to: 'wrong' as const }) }
}
