import type { ChartMetric } from '@roundsman/contract/charts'

export interface SeriesLabels {
  metric: ChartMetric
  /** Of the database that recorded it. */
  site: string
  networkId: number
  epoch: number
  validatorId: number
}

/** How a series is called in the store. Other names than at `/metrics`, whose figures may be scraped into the same store. */
export function labelsOf({
  metric,
  site,
  networkId,
  epoch,
  validatorId,
}: SeriesLabels): Record<string, string> {
  return { __name__: metric, ...ofNetwork({ site, networkId, epoch }), validator_id: String(validatorId) }
}

/** PromQL for these validators' series of a metric. */
export function selectorOf({
  metric,
  validatorIds,
  ...network
}: Omit<SeriesLabels, 'validatorId'> & { validatorIds: readonly number[] }): string {
  const pairs = Object.entries(ofNetwork(network)).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return `${metric}{${pairs.join(',')},validator_id=~"${validatorIds.join('|')}"}`
}

function ofNetwork({ site, networkId, epoch }: Pick<SeriesLabels, 'site' | 'networkId' | 'epoch'>) {
  return { site, network_id: String(networkId), epoch: String(epoch) }
}
