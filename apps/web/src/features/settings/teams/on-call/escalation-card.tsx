import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Team } from '@roundsman/contract/accounts/teams'
import { escalationBounds } from '@roundsman/contract/alerts/escalation'
import { onCallBounds, type TeamEscalation, type TeamStep } from '@roundsman/contract/alerts/on-call'
import { type FormEvent, useState } from 'react'
import { useFetch } from '../../../../data/api/operation.ts'
import { type KnownOnCall, teamChannelsQuery } from '../../../../data/services/on-call.ts'
import { useServices } from '../../../../data/services/services.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { UnsavedEdits } from '../../../../parts/unsaved-edits.tsx'
import { TextField } from '../../../../ui/controls/fields.tsx'
import {
  focusProblem,
  RepeatField,
  SaveOutcome,
  SeverityField,
  StepFields,
  stepProblem,
} from '../../escalation-fields.tsx'
import { SettingsCard } from '../../settings-card.tsx'
import { useChangeOnCall } from './change-on-call.ts'
import { EscalationSteps, WhoField } from './who-is-asked.tsx'

interface Props {
  team: Team
  known: KnownOnCall
  mayChange: boolean
}

/** Whom a team asks, step by step, when nobody acknowledges an alert of its settings (P735). */
export function EscalationCard({ team, known, mayChange }: Props) {
  const { t } = useTranslation('teams')
  return (
    <SettingsCard title={t('escalation.title')} hint={t('escalation.hint')}>
      {mayChange ? (
        <EscalationForm team={team} known={known} />
      ) : (
        <EscalationSteps team={team} escalation={known.plan.escalation} />
      )}
    </SettingsCard>
  )
}

const firstStep: TeamStep = { after_minutes: 5, who: 'ON_CALL', channels: ['SMS', 'VOICE'] }
/** The first step alone may come with the alert. */
const leastOf = (at: number) => (at === 0 ? 0 : 1)

function EscalationForm({ team, known }: Omit<Props, 'mayChange'>) {
  const { t } = useTranslation('teams')
  const { t: tContacts } = useTranslation('contacts')
  const { client } = useServices()
  const channels = useFetch(teamChannelsQuery(client, team.id), [])
  const reachable = channels.known ?? []
  const saved = known.plan.escalation
  const [edited, setEdited] = useState<TeamEscalation | null>(null)
  const [isTried, setIsTried] = useState(false)
  const shown = edited ?? saved
  const isEdited = edited !== null && JSON.stringify(edited) !== JSON.stringify(saved)
  const save = useChangeOnCall(team.id, known, () => setEdited(null))
  const change = (part: Partial<TeamEscalation>) => {
    if (!save.loading) save.reset()
    setEdited({ ...shown, ...part })
  }
  const again = shown.ask_again_minutes ?? null
  const isAgainWrong =
    again !== null && !(Number.isInteger(again) && again >= 1 && again <= onCallBounds.askAgainMinutes)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problems = shown.steps.map((step, at) => stepProblem(step, leastOf(at)))
    const isStepWrong = focusProblem(event.currentTarget, problems)
    setIsTried(isStepWrong || isAgainWrong)
    if (!isStepWrong && !isAgainWrong) return save.run({ escalation: shown })
    if (!isStepWrong) event.currentTarget.querySelector<HTMLElement>('[name="again"]')?.focus()
  }
  const add = (step: TeamStep) => {
    const offered = step.channels.filter((channel) => reachable.includes(channel))
    change({ steps: [...shown.steps, { ...step, channels: offered.length > 0 ? offered : ['EMAIL'] }] })
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 5 }}>
      <UnsavedEdits
        isEdited={() => isEdited}
        texts={{
          title: tContacts('reminders.unsaved.title'),
          text: t('escalation.unsaved'),
          leave: tContacts('reminders.unsaved.leave'),
          stay: tContacts('reminders.unsaved.stay'),
        }}
      />
      {shown.steps.length === 0 ? (
        <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
          <Typography color="textSecondary">{t('escalation.none')}</Typography>
          <Button
            variant={isEdited ? 'outlined' : 'contained'}
            loading={channels.known === undefined && channels.error === null}
            onClick={() => add(firstStep)}
          >
            {t('escalation.set')}
          </Button>
        </Box>
      ) : (
        <>
          <SeverityField value={shown.from_severity} onChange={(value) => change({ from_severity: value })} />
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
            {shown.steps.map((step, at) => {
              const setStep = (part: Partial<TeamStep>) =>
                change({ steps: shown.steps.with(at, { ...step, ...part }) })
              return (
                <StepFields
                  // They have no other name than their place.
                  key={at}
                  at={at}
                  step={step}
                  least={leastOf(at)}
                  who={<WhoField team={team} who={step.who} onChange={(who) => setStep({ who })} />}
                  reachable={reachable}
                  problem={isTried ? stepProblem(step, leastOf(at)) : null}
                  onChange={setStep}
                  onRemove={() => change({ steps: shown.steps.toSpliced(at, 1) })}
                />
              )
            })}
          </Box>
          {shown.steps.length < escalationBounds.steps ? (
            <Button
              size="small"
              startIcon={<AddRounded />}
              sx={{ justifySelf: 'start' }}
              onClick={() => add({ ...firstStep, after_minutes: 10, who: 'EVERYONE' })}
            >
              {t('escalation.add')}
            </Button>
          ) : null}
          <Box
            sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 320px))', gap: 4 }}
          >
            <RepeatField value={shown.repeat} onChange={(repeat) => change({ repeat })} />
            <TextField
              type="number"
              inputMode="numeric"
              name="again"
              min={1}
              max={onCallBounds.askAgainMinutes}
              label={t('escalation.again')}
              hint={t('escalation.againHint')}
              problem={isTried && isAgainWrong ? t('escalation.againWrong') : undefined}
              value={again === null || Number.isNaN(again) ? '' : again}
              onChange={({ target }) =>
                change({ ask_again_minutes: target.value === '' ? null : target.valueAsNumber })
              }
            />
          </Box>
        </>
      )}
      <SaveOutcome error={save.error} isSaved={save.loaded && !isEdited} />
      {isEdited ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button type="submit" variant="contained" loading={save.loading}>
            {t('save')}
          </Button>
          <Button variant="text" onClick={() => setEdited(null)}>
            {tContacts('reminders.discard')}
          </Button>
        </Box>
      ) : null}
    </Box>
  )
}
