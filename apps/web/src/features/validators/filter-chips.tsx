import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Formats } from '../../i18n/formats.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { ChipGroup, FilterChip } from '../../ui/filter-chip.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'
import type { Show } from './list-search.ts'
import type { Counts } from './validator-filter.ts'

interface FilterChipsProps {
  show: Show
  /** Null while the list is being loaded. */
  counts: Counts | null
  onShow: (show: Show) => void
  /** Filters of another kind. */
  children: ReactNode
}

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
export function FilterChips({ show, counts, onShow, children }: FilterChipsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <ChipGroup role="group" aria-label={t('list.filters')}>
      {chips.map((entry) => (
        <FilterChip key={entry} type="button" aria-pressed={entry === show} onClick={() => onShow(entry)}>
          {t(`show.${entry}`)}
          {counts ? <Count value={counts[entry]} formats={formats} /> : null}
        </FilterChip>
      ))}
      {children}
    </ChipGroup>
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
