import { styled } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { nearestIndex } from '../../charts/chart-model.ts'
import { LineGlyph } from '../../charts/line-glyph.tsx'
import type { PointedStore } from '../../charts/pointed.ts'
import { type HeightData, lagAt } from './height-model.ts'

interface HeightKeyProps {
  data: HeightData
  pointed: PointedStore
  /** Unix seconds. */
  timeText: (at: number) => string
  textOf: (value: number | null) => string
}

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 20px',
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.text.secondary,
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 },
  '& bdi': { overflowWrap: 'anywhere' },
  '& span': { fontWeight: 500, whiteSpace: 'nowrap', color: theme.vars.palette.text.primary },
}))

/** Both heights and the lag at the cursor, else the newest ones. */
export function HeightKey({ data, pointed, timeText, textOf }: HeightKeyProps) {
  const { t } = useTranslation('bridges')
  const { at } = useSyncExternalStore(pointed.subscribe, pointed.get)
  const { times, newest } = data
  const place = nearestIndex(times, at ?? newest) ?? -1
  const time = timeText(times[place] ?? newest)
  const [network, bridge] = data.lines
  return (
    <List>
      <li>{at === null ? t('day.newestAt', { time }) : t('day.at', { time })}</li>
      {[bridge, network].map(({ id, look, name, values }) => (
        <li key={id}>
          <LineGlyph index={look} />
          <bdi>{name}</bdi>
          <span>{textOf(values[place] ?? null)}</span>
        </li>
      ))}
      <li>
        {t('detail.lag')} <span>{textOf(lagAt(data, place))}</span>
      </li>
    </List>
  )
}
