import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useNetworkHealth } from '../../data/use-network-health.ts'
import { validatorsQuery } from '../../data/validators-query.ts'
import { ListPanel } from './list-panel.tsx'
import { PageHead } from './page-head.tsx'
import { useListActions } from './use-list-actions.ts'
import { useListView } from './use-list-view.ts'

/** Every validator of the network, live. */
export function ValidatorsPage() {
  const { t } = useTranslation()
  const { client, journal, network } = useServices()
  const query = useQuery(validatorsQuery(client, journal, network.blockchain_id))
  const health = useNetworkHealth()
  const [view, setView] = useListView()
  const actions = useListActions(query.data?.validators ?? [], view)

  return (
    <>
      <Typography component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }} aria-live="polite">
        {health && health.kind !== 'live' ? t(`network.state.${health.kind}`) : null}
      </Typography>
      <PageHead
        list={query.data}
        failed={query.isError}
        health={health}
        view={view}
        onView={setView}
        actions={actions}
      />
      <ListPanel query={query} health={health} view={view} onView={setView} onCopy={actions.copy} />
    </>
  )
}
