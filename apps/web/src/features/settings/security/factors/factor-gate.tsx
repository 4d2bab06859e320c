import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SecondFactors } from '@roundsman/contract/accounts/second-factor'
import type { FactorMethod } from '@roundsman/contract/accounts/users'
import { createContext, type ReactNode, use, useCallback, useId, useState } from 'react'
import { isProblem } from '../../../../data/api/errors.ts'
import { useServices } from '../../../../data/services/services.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { FactorField, OtherFactors, useFactorStep } from '../../../../parts/second-factor/factor-step.tsx'
import { secondFactorsQuery } from './second-factors.ts'

/** Does something that may need a second factor; asks for it if so, and does it again. */
type Guard = <T>(act: () => Promise<T>) => Promise<T>

const GuardContext = createContext<Guard>((act) => act())

/** For calls that change credentials: the server wants a factor that was given within ten minutes (P754). */
export function useFactorGuard(): Guard {
  return use(GuardContext)
}

interface Asking {
  methods: FactorMethod[]
  /** @param given false: they would rather not */
  answer(given: boolean): void
}

/** Asks for a second factor where something below it needs one, in the middle of what somebody does (P754). */
export function FactorGate({ children }: { children: ReactNode }) {
  const { client, queries } = useServices()
  const [asking, setAsking] = useState<Asking | null>(null)
  const guard = useCallback<Guard>(
    async (act) => {
      try {
        return await act()
      } catch (error) {
        if (!isProblem(error, 'second_factor_needed')) throw error
        const methods = methodsIn(await queries.fetchQuery(secondFactorsQuery(client)))
        const given = await new Promise<boolean>((answer) => setAsking({ methods, answer }))
        setAsking(null)
        if (!given) throw error
        return act()
      }
    },
    [client, queries],
  )
  return (
    <GuardContext value={guard}>
      {children}
      {asking ? <FactorDialog asking={asking} /> : null}
    </GuardContext>
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
  const id = useId()
  const step = useFactorStep(
    methods,
    () => answer(true),
    () => answer(false),
  )
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 440, maxWidth: 'calc(100% - 32px)' } } }}
      onClose={() => answer(false)}
    >
      <DialogTitle id={id} sx={{ pb: 2 }}>
        {t('factor.stepTitle')}
      </DialogTitle>
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
    </Dialog>
  )
}
