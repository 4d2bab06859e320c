import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { bridgeEndpoints } from '@roundsman/contract/bridge-endpoints'
import { type NewBridgeToken, NewBridgeTokenBody } from '@roundsman/contract/bridge-tokens'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { bridgeTokensKey } from '../../data/bridges/bridge-tokens-query.ts'
import { fieldProblem, formProblem } from '../../data/form-problem.ts'
import { useAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFavourites } from '../../data/use-favourites.ts'
import { useValidators } from '../../data/use-validators.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { shortAddress } from '../../parts/validator-name.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'

interface Props {
  onToken: (token: NewBridgeToken) => void
  onCancel: () => void
}

/** As the form has it; who chooses nobody leaves the validator out. */
const Form = z.object({ name: NewBridgeTokenBody.shape.name, validator: z.optional(z.string()) })
type Form = z.infer<typeof Form>

/** Asks how the bridge is to be called and whose it is, and gets a token for it. */
export function NameStep({ onToken, onCancel }: Props) {
  const { t } = useTranslation('bridges')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  const { client, network, queries } = useServices()
  const blockchainId = network.blockchain_id
  const create = useAction(
    ({ name, validator }: Form) =>
      client.callTo(bridgeEndpoints.createBridgeToken, {
        params: { blockchainId },
        body: { name, ...(validator !== undefined && { validator_id: Number(validator) }) },
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
            {formProblem(error, tell, formats)}
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
    .map((row) => ({ id: row.id, name: row.moniker ?? shortAddress(row.consensus_address) }))
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
