import Button from '@mui/material/Button'
import type { FactorMethod, Profile } from '@roundsman/contract/accounts/users'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { FactorField, OtherFactors, useFactorStep } from '../../../parts/second-factor/factor-step.tsx'
import { AccountForm } from '../account-form.tsx'

interface Props {
  /** What can be given here. */
  methods: readonly FactorMethod[]
  onDone: (user: Profile) => void
  /** Back to the first step, with why where it was not chosen. */
  onBack: (why: string | null) => void
}

/** After the password, or the provider: what proves that it is them (P750). */
export function SecondStep({ methods, onDone, onBack }: Props) {
  const { t } = useTranslation('account')
  const step = useFactorStep(methods, onDone, onBack)
  return (
    <AccountForm
      title={t('factor.stepTitle')}
      subtitle={t(methods.length === 0 ? 'factor.nothingHere' : 'factor.stepHint')}
      submit={step.typed === null ? null : t('factor.confirm')}
      busy={step.busy}
      problem={step.problem}
      onSubmit={step.onSubmit}
      alternative={<OtherFactors step={step} />}
      after={
        <Button type="button" variant="text" size="small" onClick={() => onBack(null)}>
          {t('factor.back')}
        </Button>
      }
    >
      <FactorField step={step} />
    </AccountForm>
  )
}
