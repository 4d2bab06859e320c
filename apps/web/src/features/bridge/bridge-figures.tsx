import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ageSeconds } from '../../data/network/network-health.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { isOlder, secondsBehind } from '../../parts/bridges/bridge-facts.ts'
import { Figure, FigureGrid } from '../../ui/page/card.tsx'

interface Props {
  bridge: Bridge
  networkHeight: number | null
  blockSeconds: number | null
  /** Of all bridges of the network. */
  newest: string | null
  old: boolean
}

const bare = (version: string | null) => version?.replace(/^v(?=\d)/, '') ?? null

/** Where the last update came from. */
const sourceNotes = { OTLP: 'detail.pushed', SCRAPE: 'detail.scraped', STORE: 'detail.stored' } as const

/** The bridge in five figures. */
export function BridgeFigures({ bridge, networkHeight, blockSeconds, newest, old }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const now = useNow()
  const { height, lag, version, started_at: startedAt } = bridge
  const age = ageSeconds(bridge.last_otel_update, now)
  const ran = ageSeconds(startedAt, now)
  const behind = secondsBehind(bridge, blockSeconds)
  return (
    <FigureGrid variant="outlined" {...(old ? { 'data-old': '' } : {})}>
      <Figure
        label={t('column.height')}
        value={height === null ? null : formats.integer(height)}
        note={
          // What stands beside a lag subtracts to it: both are as of the last data (P802).
          height !== null && lag !== null
            ? t('detail.networkThenAt', { height: formats.integer(height + lag) })
            : networkHeight === null
              ? null
              : t('detail.networkAt', { height: formats.integer(networkHeight) })
        }
      />
      <Figure
        label={t('detail.lag')}
        value={lag === null ? null : formats.integer(lag)}
        unit={lag === null ? undefined : t('detail.blocks', { count: lag })}
        note={
          lag === null
            ? null
            : behind === null
              ? bridge.sync_status === 'SYNCED' && t('detail.inStep')
              : t('detail.behind', { duration: formats.duration(behind) })
        }
      />
      <Figure
        label={t('detail.lastUpdate')}
        value={age === null ? null : formats.duration(age)}
        note={t(sourceNotes[bridge.source])}
      />
      <Figure
        label={t('column.version')}
        value={bare(version)}
        note={
          version === null || newest === null
            ? null
            : isOlder(bridge, newest)
              ? t('detail.newestIs', { version: bare(newest) })
              : t('detail.newest')
        }
      />
      <Figure
        label={t('detail.uptime')}
        // After a silence nobody knows whether it runs.
        value={ran === null || bridge.otel_state !== 'FRESH' ? null : formats.duration(ran)}
        note={startedAt === null ? null : t('detail.since', { time: formats.time(startedAt, now) })}
      />
    </FigureGrid>
  )
}
