import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import Typography from '@mui/material/Typography'
import { bridgeEndpoints } from '@roundsman/contract/bridges/bridge-endpoints'
import { type NewBridgeToken, NewBridgeTokenBody } from '@roundsman/contract/bridges/bridge-tokens'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { fieldProblem, formProblem } from '../../../data/api/errors.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { bridgeTokensKey, bridgeTokensQuery } from '../../../data/network/bridges.ts'
import { useValidators } from '../../../data/network/validators.ts'
import { useFavourites } from '../../../data/services/preferences.ts'
import { useServices } from '../../../data/services/services.ts'
import { useChangeableTeams } from '../../../data/services/teams.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { validatorName } from '../../../parts/validator-name.ts'
import { SelectField, TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { pushStateOf } from './push-state.tsx'
import { RunStep } from './run-step.tsx'

/** How often somebody who waits for a first push asks whether it came, ms. */
const againMs = 2_000

/** Leads from a name to a bridge that pushes. The token is known to this dialog alone, and goes with it. */
export default function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('bridges')
  const id = useId()
  const [token, setToken] = useState<NewBridgeToken | null>(null)
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 720, maxWidth: 'calc(100% - 32px)' } } }}
      // A token that is shown this once goes with a button only: neither a click beside it nor Escape takes it away (P364).
      onClose={() => {
        if (token === null) onClose()
      }}
    >
      <DialogTitle
        id={id}
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, pb: 2 }}
      >
        {t('connect.title')}
        <IconButton aria-label={t('connect.close')} onClick={onClose} sx={{ marginInlineEnd: -2 }}>
          <CloseRounded sx={{ fontSize: 20 }} />
        </IconButton>
      </DialogTitle>
      {token === null ? (
        <>
          <ConnectSteps at={0} />
          <NameStep onToken={setToken} onCancel={onClose} />
        </>
      ) : (
        <Running token={token} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Running({ token, onClose }: { token: NewBridgeToken; onClose: () => void }) {
  const { client, network } = useServices()
  const { known } = useFetch(bridgeTokensQuery(client, network.blockchain_id, againMs), [])
  const state = pushStateOf(known, token.id)
  return (
    <>
      <ConnectSteps at={state.kind === 'connected' ? 3 : state.kind === 'refused' ? 2 : 1} />
      <RunStep token={token} state={state} onClose={onClose} />
    </>
  )
}

const steps = ['name', 'run', 'push'] as const

/** How far somebody is who connects a bridge; past the last one all of it is done. */
function ConnectSteps({ at }: { at: number }) {
  const { t } = useTranslation('bridges')
  return (
    <Stepper
      activeStep={at}
      sx={{
        px: { xs: 4, sm: 6 },
        pb: 4,
        // Beside their numbers the words of a phone would stand in two lines and stick out.
        '& .MuiStep-root': { px: { xs: 1, sm: 2 } },
        '& .MuiStepLabel-root': { flexDirection: { xs: 'column', sm: 'row' }, gap: { xs: 1, sm: 0 } },
        '& .MuiStepLabel-iconContainer': { pr: { xs: 0, sm: 2 } },
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiStepIcon-root.Mui-active, & .MuiStepIcon-root.Mui-completed': { color: 'accent.strong' },
        '& .MuiStepIcon-root': { color: 'text.secondary' },
        // In units of the picture, which grows with the letters by itself.
        '& .MuiStepIcon-text': {
          fontSize: '12px',
          fill: (theme) => theme.vars.palette.background.paper,
        },
        '& .MuiStepIcon-root.Mui-active .MuiStepIcon-text': { fill: '#fff' },
      }}
    >
      {steps.map((step) => (
        <Step key={step}>
          <StepLabel>{t(`connect.step.${step}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  )
}

interface Props {
  onToken: (token: NewBridgeToken) => void
  onCancel: () => void
}

/** As the form has it; who chooses nobody leaves the validator out, and so does the team who connects it for themselves. */
const Form = z.object({
  name: NewBridgeTokenBody.shape.name,
  validator: z.optional(z.string()),
  team: z.optional(z.string()),
})
type Form = z.infer<typeof Form>

/** Asks how the bridge is to be called and whose it is, and gets a token for it. */
function NameStep({ onToken, onCancel }: Props) {
  const { t } = useTranslation('bridges')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const { client, network, queries } = useServices()
  const blockchainId = network.blockchain_id
  const create = useAction(
    ({ name, validator, team }: Form) =>
      client.callTo(bridgeEndpoints.createBridgeToken, {
        params: { blockchainId },
        body: {
          name,
          ...(validator !== undefined && { validator_id: Number(validator) }),
          ...(team !== undefined && { team_id: Number(team) }),
        },
      }),
    {
      onLoaded(token) {
        void queries.invalidateQueries({ queryKey: bridgeTokensKey(blockchainId) })
        onToken(token)
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(Form, create.run)
  const { error } = create
  const wrongName = wrong.has('name') ? t('connect.nameWrong') : fieldProblem(error, 'name')
  const wrongValidator = fieldProblem(error, 'validator_id')
  return (
    <form onSubmit={onSubmit} noValidate>
      <DialogContent sx={{ display: 'grid', gap: 5, pt: '20px !important' }}>
        <Typography color="textSecondary">{t('connect.intro', { network: network.name })}</Typography>
        {error && wrongName === undefined && wrongValidator === undefined ? (
          <Alert severity="error" role="alert">
            {formProblem(error, tCommon, formats)}
          </Alert>
        ) : null}
        <TextField
          name="name"
          label={t('connect.name')}
          hint={t('connect.nameHint')}
          problem={wrongName}
          autoComplete="off"
          autoFocus
          required
        />
        <ValidatorField problem={wrongValidator} />
        <OwnerField />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
        <Button variant="text" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={create.loading}>
          {t('connect.create')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The user's own validators first, then the others by name. */
function ValidatorField({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('bridges')
  const { compare } = useFormats()
  const { known } = useValidators()
  const { ids } = useFavourites()
  const named = (known?.validators ?? [])
    .map((row) => ({ id: row.id, name: validatorName(row) }))
    .toSorted((a, b) => Number(ids.has(b.id)) - Number(ids.has(a.id)) || compare(a.name, b.name))
  return (
    <SelectField
      name="validator"
      label={t('connect.validator')}
      hint={t('connect.validatorHint')}
      problem={problem}
      defaultValue=""
    >
      <option value="">{t('connect.noValidator')}</option>
      {named.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Whose the bridge is to be, for who may connect one for a team (P746). */
function OwnerField() {
  const { t } = useTranslation('bridges')
  const teams = useChangeableTeams()
  if (teams.length === 0) return null
  return (
    <SelectField name="team" label={t('connect.owner')} hint={t('connect.ownerHint')} defaultValue="">
      <option value="">{t('connect.ownerSelf')}</option>
      {teams.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
