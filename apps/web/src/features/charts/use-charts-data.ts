import type { Charts } from '@roundsman/contract/charts'
import { focusManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chartsQuery } from '../../data/charts-query.ts'
import { type Fetched, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { type ChartsView, metricsOf } from './charts-view.ts'
import { metricNames, paceOf } from './metric-rules.ts'

/**
 * What was measured of the chosen validators. The newest points are asked for again at the pace of their range, where
 * the stream has brought anything since and somebody can see them.
 */
export function useChartsData(view: ChartsView): Fetched<Charts, null> {
  const { client, clock, network, streamSeq } = useServices()
  const { blockchain_id: blockchainId } = network
  const { validators, range } = view
  const metrics = metricsOf(view).map((metric) => metricNames[metric])
  const charts = useFetch(chartsQuery(client, { blockchainId, validators, metrics, range }), null)
  const { fetch } = charts
  // Where nothing could be loaded its user asks again, and the button for it stays.
  const isLoaded = validators.length > 0 && charts.known !== undefined
  useEffect(() => {
    if (!isLoaded) return
    let seen = streamSeq.of(blockchainId)
    return clock.every(paceOf(range) * 1_000, () => {
      const newest = streamSeq.of(blockchainId)
      if (newest === seen || !focusManager.isFocused()) return
      seen = newest
      fetch()
    })
  }, [isLoaded, range, blockchainId, clock, streamSeq, fetch])
  return charts
}
