import { type Team, TeamNameBody, teamEndpoints } from '@roundsman/contract/accounts/teams'
import { useNavigate } from '@tanstack/react-router'
import { fieldProblem, formProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { teamsChanged } from '../../../data/services/teams.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { FormDialog } from '../form-dialog.tsx'

/** Leads to the team that it creates. */
export default function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const navigate = useNavigate()
  const create = useAction(
    (body: Pick<Team, 'name'>) => services.client.callTo(teamEndpoints.createTeam, { body }),
    {
      onLoaded: async ({ id }) => {
        onClose()
        await teamsChanged(services)
        await navigate({ to: '/settings', search: { tab: 'teams', team: String(id) } })
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(TeamNameBody, create.run)
  const atName = wrong.has('name') ? t('nameWrong') : fieldProblem(create.error, 'name')
  return (
    <FormDialog
      title={t('create')}
      submit={t('create')}
      busy={create.loading}
      problem={create.error && atName === undefined ? formProblem(create.error, tCommon, formats) : null}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('name')}
        problem={atName}
        maxLength={60}
        autoComplete="off"
        autoFocus
        dir="auto"
      />
    </FormDialog>
  )
}
