import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { type StripPitch, stripWidth } from '../../ui/strip/strip-shape.ts'
import { Strip } from '../../ui/strip/strip.tsx'
import { blocksOf, evidenceOf } from './alert-evidence.ts'
import { evidenceLines } from './evidence-lines.ts'
import { useHistoryTimes } from './use-history-times.ts'

interface Props {
  item: AlertHistoryItem
  list: ValidatorsList | undefined
  pitch: StripPitch
}

const Facts = styled('dl')(({ theme }) => ({
  ...theme.typography.table,
  margin: 0,
  display: 'grid',
  gap: 8,
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 16 },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': {
    margin: 0,
    fontWeight: 500,
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
}))
/** Heights run as time does, whatever the language does. */
const Blocks = styled('div')({
  direction: 'ltr',
  display: 'grid',
  gap: 2,
  maxWidth: '100%',
  '& > p': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 8, margin: 0 },
})

/** Why an alert was raised: the blocks around it, and the values that decided it. */
export function AlertFacts({ item, list, pitch }: Props) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const times = useHistoryTimes()
  const blocks = blocksOf(item, list)
  const word = evidenceOf(item).signatures || blocks?.letters.includes('s') ? 'around' : 'before'
  const unit = list?.status.unit ?? null
  return (
    <>
      {blocks === null ? null : (
        <Blocks style={{ width: stripWidth(blocks.letters.length, pitch) }}>
          <Strip letters={blocks.letters} blocks={blocks.letters.length} pitch={pitch} />
          <Typography variant="caption" component="p" color="textSecondary">
            <span>{formats.integer(blocks.from)}</span>
            <span dir="auto">{t(`blocks.${word}`)}</span>
            <span>{formats.integer(blocks.to)}</span>
          </Typography>
        </Blocks>
      )}
      <Facts>
        <div>
          <dt>{t('evidence.time')}</dt>
          <dd>
            <time dateTime={item.at}>{times.full(item.at)}</time>, <Age at={item.at} />
          </dd>
        </div>
        {evidenceLines(item, { t, formats, times, unit }).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </Facts>
    </>
  )
}

/** How long ago it was. By itself, because it changes every second. */
export function Age({ at }: { at: string }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const seconds = (useNow() - Date.parse(at)) / 1_000
  return <>{t('age', { age: formats.roughDuration(seconds) })}</>
}
