import Typography from '@mui/material/Typography'
import type { Validator } from '@roundsman/contract/validators'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeferredFetch } from '../../data/use-deferred-fetch.ts'
import { useNetworkHealth } from '../../data/use-network-health.ts'
import { useValidators } from '../../data/use-validators.ts'
import { useFavourites } from '../../data/use-favourites.ts'
import { FavouritesContext } from './favourites-context.ts'
import { ListBand } from './list-band.tsx'
import { ListPanel } from './list-panel.tsx'
import { PageHead } from './page-head.tsx'
import { useListActions } from './use-list-actions.ts'
import { useListView } from './use-list-view.ts'

/** Every validator of the network, live. */
export function ValidatorsPage() {
  const { t } = useTranslation()
  const validators = useDeferredFetch(useValidators())
  const health = useNetworkHealth()
  const [view, setView] = useListView()
  const shown = useRef<readonly Validator[]>([])
  const actions = useListActions(shown)

  return (
    <FavouritesContext value={useFavourites()}>
      <Typography component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }} aria-live="polite">
        {health && health.kind !== 'live' ? t(`network.state.${health.kind}`) : null}
      </Typography>
      <PageHead list={validators} health={health} view={view} onView={setView} actions={actions} />
      <ListBand list={validators.known} health={health} />
      <ListPanel
        list={validators}
        health={health}
        view={view}
        onView={setView}
        onCopy={actions.copy}
        shownRef={shown}
      />
    </FavouritesContext>
  )
}
