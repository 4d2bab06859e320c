import Typography from '@mui/material/Typography'
import { secondFactorEndpoints } from '@roundsman/contract/accounts/second-factor'
import * as z from 'zod/mini'
import { fieldProblem, formProblem, isProblem } from '../../../../data/api/errors.ts'
import { useAction } from '../../../../data/api/operation.ts'
import { makePasskey, PasskeyThereError } from '../../../../data/services/passkeys.ts'
import { useServices } from '../../../../data/services/services.ts'
import { useFormats } from '../../../../i18n/formats.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { TextField, useCheckedForm } from '../../../../ui/controls/fields.tsx'
import { showSuccess } from '../../../../ui/toast.ts'
import { deviceOf } from '../../device-of.ts'
import { FormDialog } from '../../form-dialog.tsx'
import { useFactorGuard } from './factor-gate.tsx'
import { factorsChanged } from './second-factors.ts'

const Form = z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) })

/** A name, and then the browser's own dialog (P753). */
export default function PasskeyDialog({ onClose }: { onClose: (codes?: readonly string[]) => void }) {
  const { t } = useTranslation('account')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const { client } = services
  const guard = useFactorGuard()
  const add = useAction(
    async ({ name }: z.output<typeof Form>) => {
      const options = await guard((body) => client.callTo(secondFactorEndpoints.startPasskey, { body }))
      const credential = await makePasskey(options)
      if (credential === null) return null
      return client.callTo(secondFactorEndpoints.addPasskey, { body: { name, credential } })
    },
    {
      onLoaded: async (added) => {
        if (added === null) return
        showSuccess(t('factor.passkeyAdded', { name: added.name }))
        onClose(added.recovery_codes ?? undefined)
        await factorsChanged(services)
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(Form, add.run)
  const { error } = add
  const atName = wrong.has('name') ? t('factor.nameMissing') : fieldProblem(error, 'name')
  const said = (failure: Error) =>
    failure instanceof PasskeyThereError
      ? t('factor.passkeyThere')
      : isProblem(failure, 'not_configured')
        ? t('factor.noPasskeysHere')
        : formProblem(failure, tCommon, formats)
  const wasLeft = add.loaded && add.result === null
  const problem = wasLeft ? t('factor.passkeyLeft') : error && atName === undefined ? said(error) : null
  return (
    <FormDialog
      title={t('factor.addPasskey')}
      submit={t('factor.goOn')}
      busy={add.loading}
      problem={problem}
      onSubmit={onSubmit}
      onClose={() => onClose()}
    >
      <Typography color="textSecondary">{t('factor.addPasskeyHint')}</Typography>
      <TextField
        name="name"
        label={t('factor.passkeyName')}
        hint={t('factor.passkeyNameHint')}
        problem={atName}
        defaultValue={deviceOf(navigator.userAgent) ?? ''}
        maxLength={60}
        autoComplete="off"
        dir="auto"
        autoFocus
      />
    </FormDialog>
  )
}
