import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { BridgeDetails } from '@roundsman/contract/bridge-details'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ageSeconds } from '../../data/network-health.ts'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { createAmounts } from './amounts.ts'
import { type MetricGroup, metricGroups } from './metric-groups.ts'

/** Two columns where there is room for them. */
const Columns = styled('div')({
  columns: '2 260px',
  columnGap: 40,
  '& > section': { breakInside: 'avoid', paddingBottom: 20 },
})

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
          {t(details.source === 'SCRAPE' ? 'metrics.scraped' : 'metrics.none')}
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
