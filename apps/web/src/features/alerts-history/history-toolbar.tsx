import CloseRounded from '@mui/icons-material/CloseRounded'
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type AlertHistoryItem, type AlertType, alertTypes } from '@roundsman/contract/alerts/alerts'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { SeverityIcon } from '../../parts/alerts/alert-marks.tsx'
import { ChipGroup, FilterChip, FiltersButton, SearchBox } from '../../ui/controls/filters.tsx'
import { Divider, AnchoredMenu, MenuItem } from '../../ui/controls/menu.tsx'
import { nameOf } from './alert/alert-cells.tsx'
import {
  countText,
  type HistoryView,
  isFiltered,
  type Period,
  periodNames,
  type SeverityCounts,
} from './history-view.ts'

interface Props {
  view: HistoryView
  counts: SeverityCounts | null
  /** There are more than was counted. */
  isMore: boolean
  /** Of what the view shows, one that says the name of its target. */
  sample: AlertHistoryItem | undefined
  cards: boolean
  onView: (change: Partial<HistoryView>) => void
}

const severities = [null, 'CRITICAL', 'WARNING', 'INFO'] as const

/** Search and filters; on a narrow screen the filters are behind one button. */
export function HistoryToolbar({ view, counts, isMore, sample, cards, onView }: Props) {
  const { t } = useTranslation('history')
  const { t: tAlerts } = useTranslation('alerts')
  const formats = useFormats()
  const { types, periods } = useChoices()
  const count = (id: 'all' | AlertHistoryItem['severity']) =>
    counts ? <span>{countText(counts[id], isMore, formats)}</span> : null
  return (
    <Box
      role="search"
      data-page-controls=""
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}
    >
      <SearchBox label={t('search')} value={view.q} onChange={(q) => onView({ q })} />
      {cards ? (
        <FiltersMenu view={view} counts={counts} isMore={isMore} onView={onView} />
      ) : (
        <>
          <ChipGroup role="group" aria-label={t('severities')}>
            {severities.map((severity) => (
              <FilterChip
                key={severity}
                type="button"
                aria-pressed={view.severity === severity}
                onClick={() => onView({ severity })}
              >
                {severity === null ? null : <SeverityIcon severity={severity} />}
                {severity === null ? t('all') : tAlerts(`severity.${severity}`)}
                {count(severity ?? 'all')}
              </FilterChip>
            ))}
          </ChipGroup>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, marginInlineStart: 'auto' }}>
            <FilterChip type="button" aria-pressed={view.open} onClick={() => onView({ open: !view.open })}>
              {t('open')}
            </FilterChip>
            <ChoiceMenu
              label={t('type')}
              short={view.type === null ? t('type') : tAlerts(`type.${view.type}`)}
              value={view.type}
              choices={types}
              onChoose={(type) => onView({ type })}
            />
            <ChoiceMenu
              label={t('time')}
              short={t(`since.${view.since ?? 'any'}`)}
              value={view.since}
              choices={periods}
              onChoose={(since) => onView({ since })}
            />
          </Box>
        </>
      )}
      <OnlyTarget view={view} sample={sample} onView={onView} />
      <OnlyThese view={view} onView={onView} />
    </Box>
  )
}

/** One target that the address filters by, and the way back to all of them. */
function OnlyTarget({ view, sample, onView }: Pick<Props, 'view' | 'sample' | 'onView'>) {
  const { t } = useTranslation('history')
  const { network } = useServices()
  if (view.validator === null && view.bridge === null) return null
  const name = sample
    ? nameOf(sample, network.name)
    : t(view.validator === null ? 'thisBridge' : 'thisValidator')
  return (
    <FilterChip
      type="button"
      aria-pressed
      aria-label={t('onlyRemove', { name })}
      onClick={() => onView({ validator: null, bridge: null })}
      style={{ maxWidth: '100%' }}
    >
      <bdi style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{t('onlyOne', { name })}</bdi>
      <CloseRounded aria-hidden sx={{ fontSize: 16, flex: 'none' }} />
    </FilterChip>
  )
}

/** Those of one message, which the address names, and the way back to all. */
function OnlyThese({ view: { alerts }, onView }: Pick<Props, 'view' | 'onView'>) {
  const { t } = useTranslation('history')
  if (alerts.length === 0) return null
  return (
    <FilterChip
      type="button"
      aria-pressed
      aria-label={t('onlyTheseRemove')}
      onClick={() => onView({ alerts: [] })}
      style={{ maxWidth: '100%' }}
    >
      {t('onlyThese', { count: alerts.length })}
      <CloseRounded aria-hidden sx={{ fontSize: 16, flex: 'none' }} />
    </FilterChip>
  )
}

interface Choice<V> {
  /** null: whatever it is. */
  value: V | null
  text: string
}

/** What one may filter by, in words. */
function useChoices(): { types: Choice<AlertType>[]; periods: Choice<Period>[] } {
  const { t } = useTranslation('history')
  const { t: tAlerts } = useTranslation('alerts')
  return {
    types: [
      { value: null, text: t('anyType') },
      ...alertTypes.map((value) => ({ value, text: tAlerts(`type.${value}`) })),
    ],
    periods: [
      { value: null, text: t('since.any') },
      ...periodNames.map((value) => ({ value, text: t(`since.${value}`) })),
    ],
  }
}

interface ChoiceProps<V> {
  label: string
  /** What the closed menu says. */
  short: string
  value: V | null
  choices: readonly Choice<V>[]
  onChoose: (value: V | null) => void
}

/** One of several, behind a button that says which. */
function ChoiceMenu<V extends string>({ label, short, value, choices, onChoose }: ChoiceProps<V>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <FilterChip
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={short === label ? label : `${label}: ${short}`}
        {...(value === null ? {} : { 'data-chosen': '' })}
        onClick={(event) => setAnchor(event.currentTarget)}
        style={{ paddingInlineEnd: 6 }}
      >
        {short}
        <KeyboardArrowDownRounded aria-hidden sx={{ fontSize: 18 }} />
      </FilterChip>
      <AnchoredMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 200 } }, list: { 'aria-label': label } }}
      >
        {choices.map((choice) => (
          <MenuItem
            key={choice.value}
            role="menuitemradio"
            aria-checked={choice.value === value}
            selected={choice.value === value}
            onClick={() => {
              setAnchor(null)
              onChoose(choice.value)
            }}
          >
            {choice.text}
          </MenuItem>
        ))}
      </AnchoredMenu>
    </>
  )
}

interface MenuProps {
  view: HistoryView
  counts: SeverityCounts | null
  isMore: boolean
  onView: (change: Partial<HistoryView>) => void
}

/** The filters of a narrow screen behind one button. */
function FiltersMenu({ view, counts, isMore, onView }: MenuProps) {
  const { t } = useTranslation('history')
  const { t: tAlerts } = useTranslation('alerts')
  const formats = useFormats()
  const { types, periods } = useChoices()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (change: Partial<HistoryView>) => {
    setAnchor(null)
    onView(change)
  }
  const entry = (
    key: string,
    text: string,
    isChosen: boolean,
    change: Partial<HistoryView>,
    count?: number,
  ) => (
    <MenuItem
      key={key}
      role="menuitemradio"
      aria-checked={isChosen}
      selected={isChosen}
      onClick={() => choose(change)}
    >
      {text}
      {count === undefined ? null : (
        <Typography
          component="span"
          color="textSecondary"
          sx={{ marginInlineStart: 'auto', paddingInlineStart: 4 }}
        >
          {countText(count, isMore, formats)}
        </Typography>
      )}
    </MenuItem>
  )
  const chosen = isFiltered({ ...view, q: '', validator: null, bridge: null })
  return (
    <>
      <FiltersButton label={t('filters')} active={chosen} isOpen={anchor !== null} onOpen={setAnchor} />
      <AnchoredMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { minWidth: 220 } }, list: { 'aria-label': t('filters') } }}
      >
        {severities.map((severity) =>
          entry(
            severity ?? 'all',
            severity === null ? t('all') : tAlerts(`severity.${severity}`),
            view.severity === severity,
            { severity },
            counts?.[severity ?? 'all'],
          ),
        )}
        <Divider />
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={view.open}
          selected={view.open}
          onClick={() => choose({ open: !view.open })}
        >
          {t('open')}
        </MenuItem>
        <Divider />
        {periods.map(({ value, text }) =>
          entry(`since ${value}`, text, view.since === value, { since: value }),
        )}
        <Divider />
        {types.map(({ value, text }) => entry(`type ${value}`, text, view.type === value, { type: value }))}
      </AnchoredMenu>
    </>
  )
}
