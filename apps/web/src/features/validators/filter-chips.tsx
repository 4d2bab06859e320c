import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Formats } from '../../i18n/formats.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'
import type { Show } from './list-search.ts'
import type { Counts } from './validator-filter.ts'

interface Props {
  show: Show
  /** Null while the list is being loaded. */
  counts: Counts | null
  onShow: (show: Show) => void
}

const Group = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })
const Chip = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.button,
  boxSizing: 'border-box',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 'max(32px, 2rem)',
  padding: '0 11px',
  borderRadius: 8,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  transition: 'background-color 120ms ease-out',
  '& > span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  '&[aria-pressed="true"]': {
    color: theme.vars.palette.primary.text,
    backgroundColor: theme.vars.palette.primary.tint,
    borderColor: theme.vars.palette.primary.tint,
    '& > span': { color: theme.vars.palette.primary.text },
    '@media (forced-colors: active)': { borderColor: 'Highlight' },
  },
}))

/** Who missed the last block is one click further up, at the share that signed it. */
const chips = [
  'all',
  'active',
  'inactive',
  'jailed',
  'risk',
  'missing',
  'mine',
] as const satisfies readonly Show[]

/** One chip per filter with the number of rows behind it. */
export function FilterChips({ show, counts, onShow }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <Group role="group" aria-label={t('list.filters')}>
      {chips.map((entry) => (
        <Chip key={entry} type="button" aria-pressed={entry === show} onClick={() => onShow(entry)}>
          {t(`show.${entry}`)}
          {counts ? <Count value={counts[entry]} formats={formats} /> : null}
        </Chip>
      ))}
    </Group>
  )
}

/** A number of rows, or "–" that is read as "unknown". */
export function Count({ value, formats }: { value: number | null; formats: Formats }) {
  const { t } = useTranslation()
  if (value !== null) return <span>{formats.integer(value)}</span>
  return (
    <span>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('validator.unknownValue')}</VisuallyHidden>
    </span>
  )
}
