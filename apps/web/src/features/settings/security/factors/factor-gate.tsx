import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SecondFactors } from '@roundsman/contract/accounts/second-factor'
import type { FactorMethod, Profile } from '@roundsman/contract/accounts/users'
import { createContext, type ReactNode, use, useCallback, useId, useState } from 'react'
import { fieldProblem, isProblem } from '../../../../data/api/errors.ts'
import { useServices } from '../../../../data/services/services.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { FactorField, OtherFactors, useFactorStep } from '../../../../parts/second-factor/factor-step.tsx'
import { PresentPasswordForm, type PresentPasswordValue } from '../reauth.tsx'
import { secondFactorsQuery } from './second-factors.ts'

/** Does something that may need a second factor or the password; asks for it if so, and does it again. */
type Guard = <T>(act: (proof: PresentPasswordValue) => Promise<T>) => Promise<T>

const GuardContext = createContext<Guard>((act) => act({}))

/**
 * For calls that change credentials: the server wants a factor that was given within ten minutes, or, before the first one is
 * added, the password (P754).
 */
export function useFactorGuard(): Guard {
  return use(GuardContext)
}

interface Asking {
  methods: FactorMethod[]
  /** @param given false: they would rather not */
  answer(given: boolean): void
}

interface AskingPassword {
  /** What was said of the one before; null: it is the first. */
  error: Error | null
  /** @param given null: they would rather not */
  answer(given: PresentPasswordValue | null): void
}

/** Asks for a second factor, or the password, where something below it needs one, in the middle of what somebody does (P754). */
export function FactorGate({ user, children }: { user: Profile; children: ReactNode }) {
  const { client, queries } = useServices()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [askingPassword, setAskingPassword] = useState<AskingPassword | null>(null)

  const withFactor = useCallback(
    async (error: unknown): Promise<void> => {
      const methods = methodsIn(await queries.fetchQuery(secondFactorsQuery(client)))
      const given = await new Promise<boolean>((answer) => setAsking({ methods, answer }))
      setAsking(null)
      if (!given) throw error
    },
    [client, queries],
  )
  const guard = useCallback<Guard>(
    async (act) => {
      let proof: PresentPasswordValue = {}
      for (;;) {
        try {
          const done = await act(proof)
          setAskingPassword(null)
          return done
        } catch (error) {
          if (isProblem(error, 'second_factor_needed')) {
            await withFactor(error)
            continue
          }
          const isAnswered = proof.password !== undefined || !user.has_password
          const isWrong = isAnswered && isProblem(error, 'invalid_credentials')
          if (!isWrong && fieldProblem(error, 'password') === undefined) {
            setAskingPassword(null)
            throw error
          }
          const given = await new Promise<PresentPasswordValue | null>((answer) =>
            setAskingPassword({ error: isWrong && error instanceof Error ? error : null, answer }),
          )
          if (given === null) {
            setAskingPassword(null)
            throw error
          }
          proof = given
        }
      }
    },
    [withFactor, user.has_password],
  )
  return (
    <GuardContext value={guard}>
      {children}
      {asking ? <FactorDialog asking={asking} /> : null}
      {askingPassword ? <PasswordDialog user={user} asking={askingPassword} /> : null}
    </GuardContext>
  )
}

/** In front of whatever asked for it. */
function GateDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('account')
  const id = useId()
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 440, maxWidth: 'calc(100% - 32px)' } } }}
      onClose={onClose}
    >
      <DialogTitle id={id} sx={{ pb: 2 }}>
        {t('factor.stepTitle')}
      </DialogTitle>
      {children}
    </Dialog>
  )
}

/** Before the first factor is added some time after the sign-in. */
function PasswordDialog({ user, asking: { error, answer } }: { user: Profile; asking: AskingPassword }) {
  const { t } = useTranslation('account')
  return (
    <GateDialog onClose={() => answer(null)}>
      <DialogContent sx={{ pt: '8px !important', pb: 5 }}>
        <PresentPasswordForm
          user={user}
          ask={t('factor.passwordHint')}
          submit={t('factor.confirm')}
          action={{ run: answer, loading: false, error }}
          onCancel={() => answer(null)}
        />
      </DialogContent>
    </GateDialog>
  )
}

function methodsIn({ totp, passkeys, recovery_codes_left: left }: SecondFactors): FactorMethod[] {
  return [
    ...(totp ? (['TOTP'] as const) : []),
    ...(passkeys.length > 0 ? (['PASSKEY'] as const) : []),
    ...(left > 0 ? (['RECOVERY_CODE'] as const) : []),
  ]
}

function FactorDialog({ asking: { methods, answer } }: { asking: Asking }) {
  const { t } = useTranslation('account')
  const step = useFactorStep(
    methods,
    () => answer(true),
    () => answer(false),
  )
  return (
    <GateDialog onClose={() => answer(false)}>
      <form noValidate onSubmit={step.onSubmit}>
        <DialogContent sx={{ display: 'grid', gap: 4, pt: '8px !important' }}>
          <Typography color="textSecondary">{t('factor.gateHint')}</Typography>
          <FactorField step={step} />
          <OtherFactors step={step} />
          <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
            {step.problem === null ? null : <Alert severity="error">{step.problem}</Alert>}
          </Box>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
          <Button variant="text" onClick={() => answer(false)}>
            {t('methods.cancel')}
          </Button>
          {step.typed === null ? null : (
            <Button type="submit" variant="contained" loading={step.busy}>
              {t('factor.confirm')}
            </Button>
          )}
        </DialogActions>
      </form>
    </GateDialog>
  )
}
