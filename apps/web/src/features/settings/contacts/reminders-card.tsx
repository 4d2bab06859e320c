import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { Contact } from '@roundsman/contract/accounts/contacts'
import {
  type Escalation,
  escalationBounds,
  escalationEndpoints,
  type EscalationStep,
} from '@roundsman/contract/alerts/escalation'
import { queryOptions } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { contactsQuery } from '../../../data/alerts/contacts.ts'
import type { ApiClient } from '../../../data/api/api-client.ts'
import { mayRetry } from '../../../data/api/errors.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { UnsavedEdits } from '../../../parts/unsaved-edits.tsx'
import { SettingsCard, SettingsFault } from '../settings-card.tsx'
import {
  focusProblem,
  RepeatField,
  SaveOutcome,
  SeverityField,
  StepFields,
  stepProblem,
} from '../escalation-fields.tsx'

function escalationQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['escalation'],
    queryFn: async ({ signal }) =>
      (await client.callTo(escalationEndpoints.escalation, { signal })).escalation,
    retry: mayRetry,
  })
}

const none: readonly Contact[] = []

/** Who is reminded of an alert that they do not acknowledge, when and how (P691). */
export function RemindersCard() {
  const { t } = useTranslation('contacts')
  const { t: tCommon } = useTranslation()
  const { client } = useServices()
  const saved = useFetch(escalationQuery(client), null)
  const contacts = useFetch(contactsQuery(client), none)
  return (
    <SettingsCard title={t('reminders.title')} hint={t('reminders.hint')}>
      <SettingsFault error={saved.error} onRetry={saved.fetch} />
      {saved.known === undefined ? (
        saved.error === null ? (
          <CircularProgress size={24} aria-label={tCommon('app.loading')} />
        ) : null
      ) : (
        <RemindersForm saved={saved.known} own={contacts.known ?? none} />
      )}
    </SettingsCard>
  )
}

/** What somebody sees first: a call for whoever did not see the message, and once more. */
function usual(own: readonly NotificationChannel[]): Escalation {
  const loud = (['VOICE', 'SMS'] as const).find((channel) => own.includes(channel)) ?? own[0] ?? 'EMAIL'
  return {
    from_severity: 'CRITICAL',
    steps: [{ after_minutes: 5, who: 'EVERYONE', channels: [loud] }],
    repeat: 1,
  }
}

interface FormProps {
  /** Null: nobody is reminded. */
  saved: Escalation | null
  own: readonly Contact[]
}

function RemindersForm({ saved, own }: FormProps) {
  const { t } = useTranslation('contacts')
  const { client, queries } = useServices()
  const [edited, setEdited] = useState<Escalation | null | undefined>(undefined)
  const [isTried, setIsTried] = useState(false)
  const shown = edited === undefined ? saved : edited
  const isEdited = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(saved)
  const reachable = notificationChannels.filter((channel) =>
    own.some((contact) => contact.channel === channel && contact.state === 'CONFIRMED'),
  )
  const save = useAction(
    (escalation: Escalation | null) =>
      client.callTo(escalationEndpoints.updateEscalation, { body: { escalation } }),
    {
      onLoaded({ escalation }, sent) {
        queries.setQueryData(escalationQuery(client).queryKey, escalation)
        setEdited((now) => (JSON.stringify(now) === JSON.stringify(sent) ? undefined : now))
      },
    },
  )
  const change = (next: Escalation | null) => {
    if (!save.loading) save.reset()
    setEdited(next)
  }
  const setSteps = (steps: EscalationStep[]) =>
    change(shown === null || steps.length === 0 ? null : { ...shown, steps })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problems = shown?.steps.map((step) => stepProblem(step)) ?? []
    const isWrong = focusProblem(event.currentTarget, problems)
    setIsTried(isWrong)
    if (!isWrong) save.run(shown)
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 5 }}>
      <UnsavedEdits
        isEdited={() => isEdited}
        texts={{
          title: t('reminders.unsaved.title'),
          text: t('reminders.unsaved.text'),
          leave: t('reminders.unsaved.leave'),
          stay: t('reminders.unsaved.stay'),
        }}
      />
      {shown === null ? (
        <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
          <Typography color="textSecondary">{t('reminders.none')}</Typography>
          <Button variant={isEdited ? 'outlined' : 'contained'} onClick={() => change(usual(reachable))}>
            {t('reminders.set')}
          </Button>
        </Box>
      ) : (
        <>
          <SeverityField
            value={shown.from_severity}
            onChange={(value) => change({ ...shown, from_severity: value })}
          />
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
            {shown.steps.map((step, at) => (
              <StepFields
                // They have no other name than their place.
                key={at}
                at={at}
                step={step}
                reachable={reachable}
                problem={isTried ? stepProblem(step) : null}
                onChange={(part) =>
                  setSteps(shown.steps.map((one, index) => (index === at ? { ...one, ...part } : one)))
                }
                onRemove={() => setSteps(shown.steps.filter((_, index) => index !== at))}
              />
            ))}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'end' }}>
            {shown.steps.length < escalationBounds.steps ? (
              <Button
                size="small"
                startIcon={<AddRounded />}
                onClick={() => setSteps([...shown.steps, ...shown.steps.slice(-1)])}
              >
                {t('reminders.add')}
              </Button>
            ) : null}
          </Box>
          <Box sx={{ maxWidth: 320 }}>
            <RepeatField value={shown.repeat} onChange={(repeat) => change({ ...shown, repeat })} />
          </Box>
        </>
      )}
      <SaveOutcome error={save.error} isSaved={save.loaded && !isEdited} />
      {shown !== null || isEdited ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button type="submit" variant="contained" loading={save.loading}>
            {t('save')}
          </Button>
          {shown === null || saved === null ? null : (
            <Button color="error" onClick={() => change(null)}>
              {t('reminders.off')}
            </Button>
          )}
          {isEdited ? (
            <Button
              variant="text"
              onClick={() => {
                save.reset()
                setIsTried(false)
                setEdited(undefined)
              }}
            >
              {t('reminders.discard')}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  )
}
