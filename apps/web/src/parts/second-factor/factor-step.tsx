import KeyRounded from '@mui/icons-material/KeyRounded'
import Button from '@mui/material/Button'
import { type SecondFactorBody, secondFactorEndpoints } from '@roundsman/contract/accounts/second-factor'
import type { FactorMethod, Profile } from '@roundsman/contract/accounts/users'
import { type FormEventHandler, useState } from 'react'
import * as z from 'zod/mini'
import { formProblem, isProblem } from '../../data/api/errors.ts'
import { useAction } from '../../data/api/operation.ts'
import { knowsPasskeys } from '../../data/browser/browser.ts'
import { presentPasskey } from '../../data/services/passkeys.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextField, useCheckedForm } from '../../ui/controls/fields.tsx'

/** What is typed; a passkey is not. */
type Typed = Exclude<FactorMethod, 'PASSKEY'>

const CodeForm = z.object({ code: z.string().check(z.trim(), z.regex(/^\d{3} ?\d{3}$/)) })
const RecoveryForm = z.object({ recovery_code: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) })

export interface FactorStep {
  methods: readonly FactorMethod[]
  /** Which field is shown; null: there is nothing to type. */
  typed: Typed | null
  choose(typed: Typed): void
  wrong: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  askPasskey(): void
  busy: boolean
  /** The passkey is being asked for. */
  isAsking: boolean
  problem: string | null
}

/** The second step of a sign-in, or a factor given again; what is asked for is up to `methods` (P750, P751). */
export function useFactorStep(
  methods: readonly FactorMethod[],
  onGiven: (user: Profile) => void,
  /** The first step is too old by now. */
  onExpired: (detail: string) => void,
): FactorStep {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client } = useServices()
  const typable = methods.filter((method) => method !== 'PASSKEY')
  const [typed, choose] = useState<Typed | null>(typable[0] ?? null)
  const give = useAction(
    (body: SecondFactorBody) => client.callTo(secondFactorEndpoints.loginSecondFactor, { body }),
    {
      onLoaded: onGiven,
      onError: (error) => {
        if (isProblem(error, 'invalid_token')) onExpired(error.problem.detail)
      },
    },
  )
  const ask = useAction(
    async () => presentPasskey(await client.callTo(secondFactorEndpoints.startPasskeyLogin), 'all'),
    { onLoaded: (credential) => credential && give.run({ credential }) },
  )
  const byCode = useCheckedForm<SecondFactorBody & { code: string }>(CodeForm, give.run)
  const byRecovery = useCheckedForm<SecondFactorBody & { recovery_code: string }>(RecoveryForm, give.run)
  const form = typed === 'RECOVERY_CODE' ? byRecovery : byCode
  const error = give.error ?? ask.error
  const wrongGiven = { TOTP: 'wrongCode', RECOVERY_CODE: 'wrongRecovery' } as const
  return {
    methods,
    typed,
    choose: (next) => {
      give.reset()
      choose(next)
    },
    wrong: form.wrong.size > 0,
    onSubmit: form.onSubmit,
    askPasskey: () => {
      give.reset()
      ask.run()
    },
    busy: give.loading,
    isAsking: ask.loading,
    problem:
      error === null
        ? null
        : isProblem(error, 'invalid_code')
          ? tAccount(
              `factor.${give.input && 'credential' in give.input ? 'wrongPasskey' : wrongGiven[typed ?? 'TOTP']}`,
            )
          : formProblem(error, t, formats),
  }
}

/** The field that is typed into; the form around it sends it. */
export function FactorField({ step: { typed, wrong } }: { step: FactorStep }) {
  const { t } = useTranslation('account')
  if (typed === null) return null
  const isCode = typed === 'TOTP'
  return (
    <TextField
      key={typed}
      name={isCode ? 'code' : 'recovery_code'}
      label={t(isCode ? 'factor.code' : 'factor.recoveryCode')}
      hint={t(isCode ? 'factor.codeHint' : 'factor.recoveryHint')}
      problem={wrong ? t(isCode ? 'factor.codeMissing' : 'factor.recoveryMissing') : undefined}
      autoComplete={isCode ? 'one-time-code' : 'off'}
      inputMode={isCode ? 'numeric' : 'text'}
      maxLength={isCode ? 7 : 60}
      spellCheck={false}
      autoCapitalize="off"
      dir="ltr"
      autoFocus
    />
  )
}

/** A passkey in its place, and the way to another field. */
export function OtherFactors({ step }: { step: FactorStep }) {
  const { t } = useTranslation('account')
  const { methods, typed } = step
  const other = methods.find((method): method is Typed => method !== 'PASSKEY' && method !== typed)
  return (
    <>
      {methods.includes('PASSKEY') && knowsPasskeys() ? (
        <Button
          type="button"
          size="large"
          startIcon={<KeyRounded />}
          loading={step.isAsking}
          autoFocus={typed === null}
          onClick={step.askPasskey}
        >
          {t('factor.usePasskey')}
        </Button>
      ) : null}
      {other ? (
        <Button type="button" variant="text" size="small" onClick={() => step.choose(other)}>
          {t(other === 'TOTP' ? 'factor.toCode' : 'factor.toRecovery')}
        </Button>
      ) : null}
    </>
  )
}
