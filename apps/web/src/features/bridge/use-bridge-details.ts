import type { BridgeDetails } from '@roundsman/contract/bridge-details'
import type { Bridge } from '@roundsman/contract/bridges'
import { useEffect, useEffectEvent } from 'react'
import { type Fetched, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { bridgeDetailsQuery } from './bridge-details-query.ts'

/** What only the page of a bridge shows: asked for again by itself, and when its row tells that something happened. */
export function useBridgeDetails(bridge: Bridge): Fetched<BridgeDetails, null> {
  const { client, network } = useServices()
  const details = useFetch(bridgeDetailsQuery(client, network.blockchain_id, bridge.id), null)
  const news = [bridge.sync_status, bridge.otel_state, bridge.started_at, bridge.version].join(' ')
  const { known, loading, fetch } = details
  const ask = useEffectEvent(() => {
    if (known !== undefined && !loading) fetch()
  })
  useEffect(() => ask(), [news])
  return details
}
