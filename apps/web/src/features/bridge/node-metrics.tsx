import { styled as styledPart } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { BridgeDetails, BridgeFigures } from '@roundsman/contract/bridges/bridge-details'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ageSeconds } from '../../data/network/network-health.ts'
import { useNow } from '../../data/services/services.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { Card, Facts } from '../../ui/page/card.tsx'

/** Two columns where there is room for them. */
const Columns = styledPart('div')({
  columns: '2 260px',
  columnGap: 40,
  '& > section': { breakInside: 'avoid', paddingBottom: 20 },
})

/** Why there is nothing to show. */
const absenceNotes = { OTLP: 'metrics.none', SCRAPE: 'metrics.scraped', STORE: 'metrics.stored' } as const

/** What else the newest push said of peers, storage and processing; what it did not say has no line. */
export function NodeMetrics({ details }: { details: BridgeDetails }) {
  const { t, i18n } = useTranslation('bridges')
  const formats = useFormats()
  const now = useNow()
  const language = i18n.resolvedLanguage ?? 'en'
  const amounts = useMemo(() => createAmounts(language, formats.blockTime), [language, formats])
  const age = ageSeconds(details.last_otel_update, now)
  const groups =
    details.figures === null ? [] : metricGroups(details.figures, t, { ...formats, ...amounts, now })
  return (
    <Card
      title={t('metrics.title')}
      note={groups.length === 0 || age === null ? null : t('metrics.note', { age: formats.duration(age) })}
    >
      {groups.length === 0 ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t(absenceNotes[details.source])}
        </Typography>
      ) : (
        <Columns sx={{ mb: -5 }}>
          {groups.map((group) => (
            <Group key={group.name} group={group} />
          ))}
        </Columns>
      )}
    </Card>
  )
}

function Group({ group: { name, lines } }: { group: MetricGroup }) {
  return (
    <section aria-label={name}>
      <Typography variant="tableHead" component="h3" color="textSecondary" sx={{ m: 0, mb: 2 }}>
        {name}
      </Typography>
      <Facts>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </section>
  )
}

interface MetricGroup {
  name: string
  lines: readonly { label: string; value: string }[]
}

type Line = [label: string, value: string | null]
interface Writing extends Amounts, Pick<Formats, 'integer' | 'time'> {
  /** Unix ms, which times are written by. */
  now: number
}

/** What a push said, in words; what it did not say is left out, and so is a group that is empty then. */
function metricGroups(
  { peers, storage, processing }: BridgeFigures,
  t: TFunction<'bridges'>,
  writing: Writing,
): MetricGroup[] {
  const count = known(writing.integer)
  const bytes = known(writing.bytes)
  const seconds = known(writing.seconds)
  const time = known((at: string) => writing.time(at, writing.now))
  const groups: [name: string, lines: Line[]][] = [
    [
      t('metrics.peers'),
      [
        [t('metrics.full'), count(peers.full)],
        [t('metrics.archival'), count(peers.archival)],
        [t('metrics.connections'), count(peers.connections)],
      ],
    ],
    [
      t('metrics.storage'),
      [
        [t('metrics.storedBlocks'), count(storage.blocks)],
        [t('metrics.tail'), count(storage.tail_height)],
        [t('metrics.write'), seconds(storage.write_seconds)],
        [t('metrics.read'), seconds(storage.read_seconds)],
        [t('metrics.served'), bytes(storage.served_bytes)],
        [t('metrics.reclaimed'), bytes(storage.reclaimed_bytes)],
      ],
    ],
    [
      t('metrics.processing'),
      [
        [t('metrics.processed'), count(processing.blocks)],
        [t('metrics.lastBlock'), time(processing.last_block_at)],
        [t('metrics.publish'), seconds(processing.publish_seconds)],
        [t('metrics.stuck'), count(processing.stuck)],
        [t('metrics.lastStuck'), time(processing.last_stuck_at)],
        [t('metrics.sampled'), count(processing.sampled_height)],
        [t('metrics.memory'), bytes(processing.memory_bytes)],
        [t('metrics.goroutines'), count(processing.goroutines)],
        [t('metrics.files'), count(processing.open_files)],
      ],
    ],
  ]
  return groups.flatMap(([name, all]) => {
    const lines = all.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
    return lines.length === 0 ? [] : [{ name, lines }]
  })
}

function known<T>(write: (value: T) => string): (value: T | null) => string | null {
  return (value) => (value === null ? null : write(value))
}

/** Amounts of what a program uses and how long it takes, in a language. */
interface Amounts {
  /** In the largest unit that leaves a whole number, kB at the least: 512 MB, 1.84 GB */
  bytes(value: number): string
  /** 12 ms; a second or more as 2.61 s */
  seconds(value: number): string
}

const byteUnits = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** @param whole writes a second or more, with its unit */
export function createAmounts(language: string, whole: (seconds: number) => string): Amounts {
  const of = (unit: string) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumSignificantDigits: 3,
    })
  const bytes = byteUnits.map(of)
  const milliseconds = of('millisecond')
  return {
    bytes(value) {
      const power = value < 1_000 ? 0 : Math.floor(Math.log10(value) / 3 + 1e-9) - 1
      const place = Math.min(byteUnits.length - 1, power)
      return bytes[place]?.format(value / 1_000 ** (place + 1)) ?? ''
    },
    seconds: (value) => (value < 1 ? milliseconds.format(value * 1_000) : whole(value)),
  }
}
