import Typography from '@mui/material/Typography'
import { silenceBounds } from '@roundsman/contract/alerts/silences'
import { use, useState } from 'react'
import { useNow, useServices } from '../../data/services/services.ts'
import { knownTimeZone, TimeZoneContext, useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextField } from '../../ui/controls/fields.tsx'
import { LabeledSegments } from '../../ui/controls/segments.tsx'
import {
  type ChosenTimes,
  endChoices,
  fieldTime,
  type SilenceSpan,
  spanOf,
  type TimeProblems,
  timeProblems,
} from './silence-times.ts'

const hourMs = 3_600_000

interface Times {
  chosen: ChosenTimes
  zone: string | undefined
  change: (part: Partial<ChosenTimes>) => void
  spanNow: () => SilenceSpan
  problemsNow: () => TimeProblems
}

/** From when to when, as somebody chooses it, by the clocks that all times of the page are of. */
export function useChosenTimes(): Times {
  const { serverTime } = useServices()
  const zone = use(TimeZoneContext)
  const [chosen, setChosen] = useState<ChosenTimes>({ later: false, from: '', end: 'hour', to: '' })
  const now = () => serverTime.now()
  const spanNow = () => spanOf(chosen, now(), zone)
  return {
    chosen,
    zone,
    spanNow,
    problemsNow: () => timeProblems(spanNow(), chosen, now()),
    // A field that opens begins with what was chosen until then.
    change: (part) =>
      setChosen((before) => {
        const after = { ...before, ...part }
        if (part.later && after.from === '') after.from = fieldTime(now() + hourMs, zone)
        if (part.end === 'custom' && after.to === '')
          after.to = fieldTime(spanOf({ ...after, end: 'hour' }, now(), zone).to, zone)
        return after
      }),
  }
}

interface Props {
  times: Times
  /** What is wrong is said once somebody has tried to send it. */
  checked: boolean
}

/** When a silence begins and ends, and both in words. */
export function TimesFields({ times: { chosen, zone, change }, checked }: Props) {
  const { t } = useTranslation('silences')
  const formats = useFormats()
  const now = useNow(10)
  const span = spanOf(chosen, now, zone)
  const problems = timeProblems(span, chosen, now)
  const problemOf = (problem: TimeProblems['from' | 'to']) =>
    !checked || problem === null
      ? undefined
      : problem === 'tooLong'
        ? t('wrong.tooLong', { count: silenceBounds.days })
        : t(`wrong.${problem}`)
  const isWhole = problems.from === null && problems.to === null
  return (
    <>
      <LabeledSegments
        label={t('dialog.begin')}
        value={chosen.later ? 'later' : 'now'}
        choices={(['now', 'later'] as const).map((value) => ({ value, text: t(`dialog.${value}`) }))}
        onChoose={(value) => change({ later: value === 'later' })}
      />
      {chosen.later ? (
        <TextField
          type="datetime-local"
          name="from"
          label={t('dialog.beginAt')}
          problem={problemOf(problems.from)}
          value={chosen.from}
          onChange={({ target }) => change({ from: target.value })}
        />
      ) : null}
      <LabeledSegments
        label={t('dialog.end')}
        value={chosen.end}
        choices={endChoices.map((value) => ({
          value,
          text: t(`dialog.endOf.${value === 'morning' && chosen.later ? 'nextMorning' : value}`),
        }))}
        onChoose={(end) => change({ end })}
        long
        note={
          isWhole ? (
            <Typography variant="caption" color="textSecondary">
              {t('dialog.span', {
                range: formats.timeRange(
                  new Date(span.from).toISOString(),
                  new Date(span.to).toISOString(),
                  now,
                ),
                zone: knownTimeZone(zone).replaceAll('_', ' '),
                duration: formats.duration((span.to - span.from) / 1_000),
              })}
            </Typography>
          ) : null
        }
      />
      {chosen.end === 'custom' ? (
        <TextField
          type="datetime-local"
          name="to"
          label={t('dialog.endAt')}
          problem={problemOf(problems.to)}
          value={chosen.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      ) : null}
    </>
  )
}
