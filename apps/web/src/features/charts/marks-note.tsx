import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { mostEvents } from '../../data/timelines-query.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useChartFormats } from './use-chart-formats.ts'
import { type Marks, mostMarked } from './use-chart-marks.ts'

/** What is not marked, though it may have happened: nothing where every event of the shown time is. */
export function MarksNote({ marks: { isOfFirst, cutAt } }: { marks: Pick<Marks, 'isOfFirst' | 'cutAt'> }) {
  const { t } = useTranslation('charts')
  const formats = useFormats()
  const charts = useChartFormats()
  return [
    ...(isOfFirst ? [t('marked.first', { count: mostMarked, value: formats.integer(mostMarked) })] : []),
    ...(cutAt === null
      ? []
      : [
          t('marked.cut', {
            value: formats.integer(mostEvents),
            time: `${charts.moment(cutAt, '30d')} ${charts.zone(cutAt)}`,
          }),
        ]),
  ].map((text) => (
    <Typography key={text} variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
      {text}
    </Typography>
  ))
}
