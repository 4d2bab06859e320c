import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type QuietWindow, type Weekday, weekdays } from '@roundsman/contract/accounts/quiet-hours'
import { useId } from 'react'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextField } from '../../../ui/controls/fields.tsx'
import { FilterChip } from '../../../ui/controls/filters.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import { isOverMidnight, weekdayName } from './quiet-plan.ts'

/** The part of a window that cannot be sent. */
export type WindowProblem = 'days' | 'from' | 'to'

/** null: nothing stands in its way. */
export function windowProblemOf({ days, from, to }: QuietWindow): WindowProblem | null {
  return days.length === 0 ? 'days' : from === '' ? 'from' : to === '' ? 'to' : null
}

const Root = styled('fieldset')(({ theme }) => ({
  boxSizing: 'border-box',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  width: '100%',
  minWidth: 0,
  margin: 0,
  padding: '8px 16px 16px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
}))
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginBottom: -8,
  '& > button': { marginInlineEnd: -8 },
})
/** Seven beside each other, also on a phone; with large letters in rows. */
const Days = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 6,
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(max(34px, 2.125rem), 1fr))',
    gap: 4,
    maxWidth: 460,
  },
  '& button': { justifyContent: 'center', height: 'max(40px, 2.5rem)', padding: 0 },
})
const Times = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 12,
  maxWidth: 460,
  '& > div': { flex: '1 1 max(124px, 7.75rem)', minWidth: 0 },
})

interface Props {
  /** Its place among the others, from 0. */
  at: number
  value: QuietWindow
  problem: WindowProblem | null
  onChange: (part: Partial<QuietWindow>) => void
  onRemove: () => void
}

/** On which days it is quiet, from when to when. */
export function WindowFields({ at, value, problem, onChange, onRemove }: Props) {
  const { t, i18n } = useTranslation('quiet')
  const formats = useFormats()
  const id = useId()
  const language = i18n.resolvedLanguage ?? 'en'
  const number = formats.integer(at + 1)
  const { days, from, to } = value
  const isNextDay = from !== '' && to !== '' && isOverMidnight(value)
  const toggle = (day: Weekday) =>
    onChange({ days: weekdays.filter((one) => (one === day ? !days.includes(one) : days.includes(one))) })
  return (
    <Root data-window={at}>
      <VisuallyHidden as="legend">{t('window', { value: number })}</VisuallyHidden>
      <Head>
        <Typography variant="label" component="div" aria-hidden>
          {t('window', { value: number })}
        </Typography>
        <IconButton aria-label={t('remove', { value: number })} onClick={onRemove}>
          <DeleteOutlineRounded fontSize="small" />
        </IconButton>
      </Head>
      <Days role="group" aria-label={t('days')} {...(problem === 'days' ? { 'aria-describedby': id } : {})}>
        <div>
          {weekdays.map((day) => (
            <FilterChip
              key={day}
              type="button"
              aria-pressed={days.includes(day)}
              title={weekdayName(day, language, 'long')}
              onClick={() => toggle(day)}
            >
              {weekdayName(day, language, 'short')}
            </FilterChip>
          ))}
        </div>
        {problem === 'days' ? (
          <Typography id={id} variant="caption" color="error" role="alert">
            {t('wrong.days')}
          </Typography>
        ) : null}
      </Days>
      <Times>
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            type="time"
            name={name}
            label={t(name)}
            required
            value={value[name]}
            hint={name === 'to' && isNextDay ? t('nextDay') : undefined}
            problem={problem === name ? t('wrong.time') : undefined}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        ))}
      </Times>
    </Root>
  )
}
