import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import { type Escalation, escalationBounds, type EscalationStep } from '@roundsman/contract/alerts/escalation'
import { type ReactNode, useId } from 'react'
import { formProblem } from '../../data/api/errors.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { SelectField, TextField } from '../../ui/controls/fields.tsx'
import { FilterChip } from '../../ui/controls/filters.tsx'
import { LabeledSegments } from '../../ui/controls/segments.tsx'
import { styled } from '../../ui/theme/styled.tsx'

// What the reminders of one person and the escalation of a team are set by.

type StepProblem = 'minutes' | 'channels'

type Step = Pick<EscalationStep, 'after_minutes' | 'channels'>

/** Null: nothing stands in its way. @param least minutes that it may come after */
export function stepProblem({ after_minutes: minutes, channels }: Step, least = 1): StepProblem | null {
  if (!Number.isInteger(minutes) || minutes < least || minutes > escalationBounds.afterMinutes)
    return 'minutes'
  return channels.length === 0 ? 'channels' : null
}

/** Leads to what is wrong with the first step that has a problem; false where none has. */
export function focusProblem(form: HTMLFormElement, problems: readonly (StepProblem | null)[]): boolean {
  const at = problems.findIndex((problem) => problem !== null)
  const step = form.querySelectorAll('[data-step]')[at]
  step?.querySelector<HTMLElement>(problems[at] === 'minutes' ? 'input' : '[aria-pressed]')?.focus()
  return at >= 0
}

const StepFrame = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 16,
  padding: '12px 56px 16px 16px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  '[dir=rtl] &': { padding: '12px 16px 16px 56px' },
}))

interface StepProps {
  /** Its place among the others, from 0. */
  at: number
  step: Step
  /** Minutes that it may come after, at the least. */
  least?: number
  /** Whom it asks, where that is a choice. */
  who?: ReactNode
  /** Channels through which alerts can reach the user, or their team, now. */
  reachable: readonly NotificationChannel[]
  problem: StepProblem | null
  onChange: (part: Partial<Step>) => void
  onRemove: () => void
}

/** After how many minutes without an answer, and through what. */
export function StepFields({ at, step, least = 1, who, reachable, problem, onChange, onRemove }: StepProps) {
  const { t } = useTranslation('contacts')
  const { t: tAlerts } = useTranslation('alerts')
  const formats = useFormats()
  const id = useId()
  const { after_minutes: minutes, channels } = step
  const offered = notificationChannels.filter(
    (channel) => reachable.includes(channel) || channels.includes(channel),
  )
  const toggle = (channel: NotificationChannel) =>
    onChange({
      channels: notificationChannels.filter((one) =>
        one === channel ? !channels.includes(one) : channels.includes(one),
      ),
    })
  const name = { value: formats.integer(at + 1) }
  return (
    <StepFrame aria-label={t('reminders.step', name)} data-step>
      <Box sx={{ flex: '0 1 190px' }}>
        <TextField
          type="number"
          inputMode="numeric"
          min={least}
          max={escalationBounds.afterMinutes}
          label={t(at === 0 ? 'reminders.first' : 'reminders.next')}
          problem={
            problem === 'minutes' ? t('reminders.wrongMinutes', { least: formats.integer(least) }) : undefined
          }
          value={Number.isNaN(minutes) ? '' : minutes}
          onChange={({ target }) => onChange({ after_minutes: target.valueAsNumber })}
        />
      </Box>
      {who === undefined ? null : <Box sx={{ flex: '1 1 190px', maxWidth: 280 }}>{who}</Box>}
      <Box
        role="group"
        aria-label={t('reminders.through')}
        sx={{ flex: '1 1 260px', display: 'grid', gap: 1.5, justifyItems: 'start' }}
        {...(problem === 'channels' ? { 'aria-describedby': id } : {})}
      >
        <Typography variant="label" component="div" aria-hidden>
          {t('reminders.through')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {offered.map((channel) => (
            <FilterChip
              key={channel}
              type="button"
              aria-pressed={channels.includes(channel)}
              onClick={() => toggle(channel)}
            >
              {tAlerts(`channel.${channel}`)}
            </FilterChip>
          ))}
        </Box>
        {problem === 'channels' ? (
          <Typography id={id} variant="caption" color="error" role="alert">
            {t('reminders.wrongChannels')}
          </Typography>
        ) : null}
        {who === undefined && channels.some((channel) => !reachable.includes(channel)) ? (
          <Typography variant="caption" color="textSecondary">
            {t('reminders.unreachable')}
          </Typography>
        ) : null}
      </Box>
      <IconButton
        aria-label={t('reminders.remove', name)}
        onClick={onRemove}
        sx={{ position: 'absolute', top: 4, insetInlineEnd: 4 }}
      >
        <DeleteOutlineRounded fontSize="small" />
      </IconButton>
    </StepFrame>
  )
}

interface FieldProps<V> {
  value: V
  onChange: (value: V) => void
}

/** From which severity on. */
export function SeverityField({ value, onChange }: FieldProps<Escalation['from_severity']>) {
  const { t } = useTranslation('contacts')
  return (
    <LabeledSegments
      label={t('reminders.from')}
      value={value}
      choices={(['CRITICAL', 'WARNING', 'INFO'] as const).map((severity) => ({
        value: severity,
        text: t(`reminders.severity.${severity}`),
      }))}
      onChoose={onChange}
    />
  )
}

/** How often all steps come once more. */
export function RepeatField({ value, onChange }: FieldProps<number>) {
  const { t } = useTranslation('contacts')
  const formats = useFormats()
  return (
    <SelectField
      name="repeat"
      label={t('reminders.repeat')}
      value={String(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {Array.from({ length: escalationBounds.repeat + 1 }, (_, times) => (
        <option key={times} value={times}>
          {times === 0
            ? t('reminders.never')
            : times === 1
              ? t('reminders.once')
              : t('reminders.times', { count: times, value: formats.integer(times) })}
        </option>
      ))}
    </SelectField>
  )
}

/** What became of saving them. */
export function SaveOutcome({ error, isSaved }: { error: Error | null; isSaved: boolean }) {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  return (
    <>
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {error === null ? null : <Alert severity="error">{formProblem(error, tCommon, formats)}</Alert>}
      </Box>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {isSaved ? <Alert severity="success">{t('reminders.saved')}</Alert> : null}
      </Box>
    </>
  )
}
