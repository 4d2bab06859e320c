import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Button from '@mui/material/Button'
import type { Validator } from '@roundsman/contract/networks/validators'
import { type ReactNode, Suspense, use, useState } from 'react'
import { hasNoAlerts } from '../../data/alerts/offered-alerts.ts'
import { useTeamSettings, useUserSettings } from '../../data/alerts/user-alert-settings.ts'
import { useDismissals } from '../../data/services/preferences.ts'
import { useServices } from '../../data/services/services.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useValidatorsName, validatorName } from '../../parts/validator-name.ts'
import { RecommendedOffer, RecommendedToast } from '../../parts/alerts/recommended-offer.tsx'
import { ChosenLine, PromptFrame } from './favourite-prompt.tsx'
import { FavouritesContext } from './list/list-rows.ts'

// What follows from which validators are the user's: none of it is waited for by the rows of the list.

interface Props {
  rows: readonly Validator[]
  /** Those that a toast offers alerts for, or did: the list stays where it is. */
  except: readonly number[]
}

/** That nobody is told of some of the user's own, with the way to be (P903). Nothing where the user has none. */
export function WithoutAlerts({ rows, except }: Props): ReactNode {
  const { ids } = use(FavouritesContext)
  // Set as soon as that is asked for: what becomes of it is said where it was asked, until that is closed (P927).
  const [asked, setAsked] = useState<readonly Validator[] | null>(null)
  const own = asked ?? rows.filter(({ id }) => ids.has(id) && !except.includes(id))
  if (own.length === 0) return null
  return (
    <Suspense fallback={null}>
      <OfOwn rows={own} isAsked={asked !== null} onSet={setAsked} />
    </Suspense>
  )
}

/** What the account says of one that nobody wants to be told of. */
const dismissal = (blockchainId: number, id: number) => `no-alerts-${blockchainId}-${id}`

interface OwnProps {
  rows: readonly Validator[]
  /** They are to be set, or were. */
  isAsked: boolean
  onSet: (asked: readonly Validator[]) => void
}

function OfOwn({ rows, isAsked, onSet }: OwnProps) {
  const { t } = useTranslation('list')
  const { blockchain_id } = useServices().network
  const { known } = useUserSettings()
  const teams = useTeamSettings()
  const { ids: dismissed, dismiss } = useDismissals()
  const [isClosed, setClosed] = useState(false)
  const nameOf = useValidatorsName()
  // Whether a team tells of it is not known before its settings are.
  if (known === undefined || dismissed === undefined || teams.state !== 'KNOWN') return null
  // Where it could not be kept, it is there to be put away again.
  if (isClosed && !dismiss.error) return null
  const entries = [...known.entries, ...teams.settings.flatMap((one) => one.entries)]
  const isBare = ({ id }: Validator) => hasNoAlerts(entries, id)
  const shown = isAsked
    ? rows
    : rows.filter((row) => isBare(row) && !dismissed.has(dismissal(blockchain_id, row.id)))
  if (shown.length === 0) return null
  const name = nameOf(shown)
  const close = () => {
    const bare = shown.filter(isBare)
    if (bare.length > 0) dismiss.run(bare.map(({ id }) => dismissal(blockchain_id, id)))
    setClosed(true)
  }
  return (
    <PromptFrame component="section" aria-label={t('withoutAlerts.label')}>
      {shown.some(isBare) ? (
        <ChosenLine data-warns="">
          <NotificationsOffOutlined aria-hidden />
          <span>{t('withoutAlerts.text', { name })}</span>
        </ChosenLine>
      ) : null}
      <RecommendedOffer
        targets={shown.map(({ id }) => ({ validator: id }))}
        name={name}
        onSet={() => onSet(shown)}
        onClose={close}
        otherwise={
          <Button variant="text" size="small" onClick={close}>
            {t('ask.dismiss')}
          </Button>
        }
      />
    </PromptFrame>
  )
}

interface ChosenProps {
  row: Validator
  onClose: () => void
}

/** What has become of the answer, where the question stood, with what may follow from it: no toast lies upon that (P532). */
export function ChosenPrompt({ row, onClose }: ChosenProps): ReactNode {
  const { t } = useTranslation('list')
  const name = validatorName(row)
  const close = (
    <Button variant="text" size="small" onClick={onClose}>
      {t('ask.close')}
    </Button>
  )
  return (
    <PromptFrame>
      <ChosenLine>
        <CheckCircleOutlineRounded aria-hidden />
        <span>{t('ask.chosen', { name })}</span>
      </ChosenLine>
      <Suspense fallback={close}>
        <RecommendedOffer targets={[{ validator: row.id }]} name={name} onClose={onClose} otherwise={close} />
      </Suspense>
    </PromptFrame>
  )
}

interface StarredProps {
  rows: readonly Validator[]
  onAnswered: () => void
}

/** What is offered for what was starred. */
export function StarredToast({ rows, onAnswered }: StarredProps) {
  const nameOf = useValidatorsName()
  return (
    <RecommendedToast
      targets={rows.map(({ id }) => ({ validator: id }))}
      name={nameOf(rows)}
      onAnswered={onAnswered}
    />
  )
}
