import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Team } from '@roundsman/contract/accounts/teams'
import type { TeamEscalation, TeamStep } from '@roundsman/contract/alerts/on-call'
import { useFormats } from '../../../../i18n/formats.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { SelectField } from '../../../../ui/controls/fields.tsx'

/** Whom a team asks, in words, for those who only read it. */
export function EscalationSteps({ team, escalation }: { team: Team; escalation: TeamEscalation }) {
  const { t } = useTranslation('teams')
  const { t: tAlerts } = useTranslation('alerts')
  const formats = useFormats()
  if (escalation.steps.length === 0)
    return <Typography color="textSecondary">{t('escalation.none')}</Typography>
  const whoOf = ({ who }: TeamStep) =>
    typeof who === 'string'
      ? t(`escalation.who.${who}`)
      : (team.members.find((one) => one.user_id === who.user_id)?.name ?? t('onCall.gone'))
  return (
    <Box component="ol" sx={{ m: 0, paddingInlineStart: 5, display: 'grid', gap: 2 }}>
      {escalation.steps.map((step, at) => (
        <li key={at}>
          {t(step.after_minutes === 0 ? 'escalation.atOnce' : 'escalation.step', {
            minutes: formats.duration(step.after_minutes * 60),
            who: whoOf(step),
            channels: step.channels.map((channel) => tAlerts(`channel.${channel}`)).join(', '),
          })}
        </li>
      ))}
    </Box>
  )
}

interface WhoProps {
  team: Team
  who: TeamStep['who']
  onChange: (who: TeamStep['who']) => void
}

/** Whom a step asks, as a choice. */
export function WhoField({ team, who, onChange }: WhoProps) {
  const { t } = useTranslation('teams')
  return (
    <SelectField
      name="who"
      label={t('escalation.asks')}
      value={typeof who === 'string' ? who : String(who.user_id)}
      onChange={({ target: { value } }) =>
        onChange(value === 'ON_CALL' || value === 'EVERYONE' ? value : { user_id: Number(value) })
      }
    >
      <option value="ON_CALL">{t('escalation.who.ON_CALL')}</option>
      <option value="EVERYONE">{t('escalation.who.EVERYONE')}</option>
      {team.members.map(({ user_id, name }) => (
        <option key={user_id} value={user_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
