import { type BridgeReport, plausibleHeight, plausibleSeconds, plausibleText } from './bridge-push.ts'

/** What a page of Prometheus text says of one bridge. */
export interface ScrapedReport extends BridgeReport {
  namespace: string
  peerId: string
}

const wanted =
  /^(?:celestia_)?(hdr_store_head_height_gauge|hdr_sync_subjective_head_gauge|build_info|node_start_ts|process_start_time_seconds)\{([^}]*)\} (\S+)/

/** A page names a few hundred bridges. */
const mostBridges = 10_000

/**
 * Bridges that somebody else collects, by the labels that a collector makes of their names: `job` is
 * `<network>/Bridge`, `instance` the peer id; after a second scrape they are called `exported_…`.
 */
export function scrapedReports(text: string): ScrapedReport[] {
  const found = new Map<string, ScrapedReport>()
  for (const line of text.split('\n')) {
    const [, name = '', labelText = '', number = ''] = wanted.exec(line) ?? []
    if (name === '') continue
    const labels = labelsOf(labelText)
    const [namespace, kind] = (labels.get('exported_job') ?? labels.get('job') ?? '').split('/')
    const peerId = labels.get('exported_instance') ?? labels.get('instance')
    if (!namespace || kind !== 'Bridge' || !peerId) continue
    const key = `${namespace} ${peerId}`
    const known = found.get(key)
    if (!known && found.size >= mostBridges) continue
    const none = { namespace, peerId, height: null, version: null, startedAt: null, at: null }
    found.set(key, withFigure(known ?? none, name, { value: Number(number), labels }))
  }
  return [...found.values()]
}

function withFigure(
  report: ScrapedReport,
  name: string,
  { value, labels }: { value: number; labels: ReadonlyMap<string, string> },
): ScrapedReport {
  switch (name) {
    case 'build_info':
      return { ...report, version: newer(report.version, plausibleText(labels.get('semantic_version'))) }
    case 'node_start_ts':
    case 'process_start_time_seconds':
      // Either may be there, and a series of before a restart beside it.
      return { ...report, startedAt: highest(report.startedAt, plausibleSeconds(value)) }
    default:
      return { ...report, height: highest(report.height, plausibleHeight(value)) }
  }
}

/** Texts in labels have \\, \" and \n escaped; none of those that count has any of them. */
function labelsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/([a-zA-Z_]\w*)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function highest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}

/** After an upgrade both versions are there for hours. */
function newer(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one.localeCompare(other, 'en', { numeric: true }) >= 0 ? one : other
}
