import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Button from '@mui/material/Button'
import { shortAddress, type Validator } from '@roundsman/contract/networks/validators'
import { type ReactNode, Suspense, use } from 'react'
import { hasNoAlerts } from '../../data/alerts/offered-alerts.ts'
import { useUserSettings } from '../../data/alerts/user-alert-settings.ts'
import { useAction } from '../../data/api/operation.ts'
import { changePreferences, preferenceScope, usePreferences } from '../../data/services/preferences.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { RecommendedOffer } from '../../parts/recommended-offer.tsx'
import { showError } from '../../ui/toast.ts'
import { ChosenLine, PromptFrame } from './favourite-prompt.tsx'
import { FavouritesContext } from './list/list-rows.ts'

interface Props {
  rows: readonly Validator[]
  /** Those that a toast offers alerts for at this moment: the list stays where it is. */
  except: readonly number[]
}

/** That nobody is told of some of the user's own, with the way to be (P903). Nothing where the user has none. */
export function Unwatched({ rows, except }: Props): ReactNode {
  const { ids } = use(FavouritesContext)
  const own = rows.filter(({ id }) => ids.has(id) && !except.includes(id))
  if (own.length === 0) return null
  return (
    <Suspense fallback={null}>
      <OfOwn rows={own} />
    </Suspense>
  )
}

/** What the account says of one that nobody wants to be told of. */
const dismissal = (blockchainId: number, id: number) => `no-alerts-${blockchainId}-${id}`

/** How many the account remembers; the oldest are asked about again (packages/contract, Preferences). */
const mostDismissed = 64

function OfOwn({ rows }: { rows: readonly Validator[] }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const services = useServices()
  const { blockchain_id } = services.network
  const preferences = usePreferences()
  const { known } = useUserSettings()
  const dismiss = useAction(
    (ids: readonly string[]) =>
      changePreferences(services, (before) => ({
        ...before,
        dismissed: [...(before.dismissed ?? []).filter((one) => !ids.includes(one)), ...ids].slice(
          -mostDismissed,
        ),
      })),
    { onError: () => showError(t('ask.notKept')), scope: preferenceScope },
  )
  if (known === undefined || preferences === undefined) return null
  const bare = rows.filter(
    ({ id }) =>
      hasNoAlerts(known.entries, id) && !preferences.dismissed?.includes(dismissal(blockchain_id, id)),
  )
  const [first] = bare
  if (first === undefined) return null
  const { length } = bare
  const name =
    length === 1
      ? (first.moniker ?? shortAddress(first.consensus_address))
      : t('unwatched.several', { count: length, value: formats.integer(length) })
  const close = () => dismiss.run(bare.map(({ id }) => dismissal(blockchain_id, id)))
  return (
    <PromptFrame variant="outlined" component="section" aria-label={t('unwatched.label')}>
      <ChosenLine data-warns="">
        <NotificationsOffOutlined aria-hidden />
        <span>{t('unwatched.text', { name, count: length })}</span>
      </ChosenLine>
      <RecommendedOffer
        abouts={bare.map(({ id }) => ({ validator: id }))}
        name={name}
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
