import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { secondFactorEndpoints } from '@roundsman/contract/accounts/second-factor'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { formProblem, isProblem } from '../../../../data/api/errors.ts'
import { useAction } from '../../../../data/api/operation.ts'
import { useServices } from '../../../../data/services/services.ts'
import { useFormats } from '../../../../i18n/formats.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { CopyButton } from '../../../../ui/controls/copy.tsx'
import { TextField, useCheckedForm } from '../../../../ui/controls/fields.tsx'
import { QrCode } from '../../../../ui/qr-code.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useFactorGuard } from './factor-gate.tsx'
import { factorsChanged } from './second-factors.ts'

const Form = z.object({ code: z.string().check(z.trim(), z.regex(/^\d{3} ?\d{3}$/)) })

/** From a picture that an app reads to the first code of it (P753). */
export default function TotpDialog({ onClose }: { onClose: (codes?: readonly string[]) => void }) {
  const { t } = useTranslation('account')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const { client } = services
  const guard = useFactorGuard()
  const start = useAction(() => guard((body) => client.callTo(secondFactorEndpoints.startTotp, { body })))
  const confirm = useAction(
    (body: z.output<typeof Form>) => guard(() => client.callTo(secondFactorEndpoints.confirmTotp, { body })),
    {
      onLoaded: async ({ recovery_codes }) => {
        onClose(recovery_codes)
        await factorsChanged(services)
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(Form, confirm.run)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    start.run()
  }, [start])
  const { error } = confirm
  const isWrong = isProblem(error, 'invalid_code')
  const fault = start.error ?? (isWrong ? null : error)
  return (
    <FormDialog
      title={t('factor.app')}
      submit={t('factor.turnOn')}
      busy={confirm.loading || start.loading}
      problem={fault ? formProblem(fault, tCommon, formats) : null}
      onSubmit={onSubmit}
      onClose={() => onClose()}
    >
      {start.result ? (
        <>
          <Typography>{t('factor.scan')}</Typography>
          <Box sx={{ display: 'grid', justifyItems: 'center', gap: 3 }}>
            <QrCode text={start.result.uri} label={t('factor.qr')} />
            <Typography variant="caption" color="textSecondary">
              {t('factor.type')}
            </Typography>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, maxWidth: '100%' }}>
              <Typography
                variant="mono"
                component="code"
                dir="ltr"
                sx={{ overflowWrap: 'anywhere', minWidth: 0 }}
              >
                {start.result.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
              </Typography>
              <CopyButton text={start.result.secret} label={t('factor.copySecret')} />
            </Box>
          </Box>
          <TextField
            name="code"
            label={t('factor.code')}
            hint={t('factor.firstCode')}
            problem={
              wrong.has('code') ? t('factor.codeMissing') : isWrong ? t('factor.wrongCode') : undefined
            }
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            dir="ltr"
            autoFocus
          />
        </>
      ) : fault ? null : (
        <CircularProgress size={24} aria-label={tCommon('app.loading')} sx={{ justifySelf: 'center' }} />
      )}
    </FormDialog>
  )
}
