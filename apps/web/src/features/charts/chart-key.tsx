import { styled } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartModel, nearestIndex } from '../../charts/chart-model.ts'
import { LineGlyph } from '../../charts/line-glyph.tsx'
import { mostColoured } from '../../charts/line-looks.ts'
import type { PointedStore } from '../../charts/pointed.ts'
import { keyAt } from './chart-data.ts'

interface ChartKeyProps {
  /** What the key is of. */
  label: string
  model: ChartModel
  pointed: PointedStore
  /** Unix seconds of the newest point; null: nothing was measured. */
  newest: number | null
  timeText: (at: number) => string
  valueText: (value: number) => string
}

const Frame = styled('div')(({ theme }) => ({
  padding: '18px 20px',
  minWidth: 0,
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('md')]: {
    borderBlockStart: 'none',
    borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
  },
  '& > p': { ...theme.typography.caption, margin: '0 0 8px', color: theme.vars.palette.text.secondary },
}))
const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  overflowY: 'auto',
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  // By the list and not each for itself: a hundred of them are drawn with every new point.
  '& > li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 'max(30px, 1.875rem)' },
  '& bdi': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& span': { fontWeight: 500, whiteSpace: 'nowrap' },
  '& span[data-none]': { fontWeight: 400, color: theme.vars.palette.text.secondary },
  '& > li[data-pointed] > bdi': { fontWeight: 600 },
}))
/** Lines that the key has room for. */
const roomFor = 7

/** Every line with its value at the cursor, else the newest one; the highest first. */
export function ChartKey({ label, model, pointed, newest, timeText, valueText }: ChartKeyProps) {
  const { t } = useTranslation('charts')
  const { at, line } = useSyncExternalStore(pointed.subscribe, pointed.get)
  const time = at ?? newest
  const place = time === null ? null : nearestIndex(model.times, time)
  const { lines } = model
  const many = lines.length > mostColoured
  return (
    <Frame>
      <p>
        {time === null
          ? t('none')
          : at === null
            ? t('newestAt', { time: timeText(time) })
            : t('at', { time: timeText(time) })}
      </p>
      <List
        aria-label={label}
        // What does not fit beside the plot can be scrolled to, also by keyboard.
        {...(lines.length > roomFor ? { tabIndex: 0 } : {})}
        style={{ maxHeight: `max(${roomFor * 30}px, ${roomFor * 1.875}rem)` }}
        onPointerLeave={() => pointed.point({ line: null })}
      >
        {keyAt(lines, place ?? -1).map(({ line: { id, look, name }, value }) => (
          <li
            key={id}
            {...(line === id ? { 'data-pointed': '' } : {})}
            onPointerEnter={() => many && pointed.point({ line: id })}
          >
            <LineGlyph index={look} quiet={many && line !== id} only={lines.length === 1} />
            <bdi title={name}>{name}</bdi>
            {value === null ? <span data-none="">{t('noData')}</span> : <span>{valueText(value)}</span>}
          </li>
        ))}
      </List>
    </Frame>
  )
}
