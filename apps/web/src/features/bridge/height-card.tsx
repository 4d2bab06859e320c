import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { BridgeDetails } from '@roundsman/contract/bridge-details'
import type { Bridge } from '@roundsman/contract/bridges'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Part, wholePoints } from '../../charts/zoom.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { shortPeerId } from '../../parts/short-peer-id.ts'
import { Card } from '../../ui/card.tsx'
import { HeightChart } from './height-chart.tsx'
import { heightData } from './height-model.ts'

interface Props {
  bridge: Pick<Bridge, 'name' | 'peer_id'>
  details: Pick<BridgeDetails, 'heights' | 'timeline'>
}

/** A day of the bridge's height against the network's. */
export function HeightCard({ bridge, details: { heights, timeline } }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const [zoom, setZoom] = useState<Part | null>(null)
  const name = bridge.name ?? shortPeerId(bridge.peer_id)
  const data = useMemo(
    () =>
      heightData(heights, timeline, { bridge: name, network: t('day.network') }, (kind) =>
        t(`event.${kind}`),
      ),
    [heights, timeline, name, t],
  )
  const part = zoom === null || data === null ? null : wholePoints(zoom, data.times)
  return (
    <Card
      title={t('day.title')}
      note={t('day.note', { step: formats.duration(heights.step) })}
      action={
        part === null ? null : (
          <Button variant="text" size="small" onClick={() => setZoom(null)}>
            {t('day.whole')}
          </Button>
        )
      }
    >
      {data === null ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t('day.none', { step: formats.duration(heights.step) })}
        </Typography>
      ) : (
        <HeightChart data={data} part={part} onZoom={setZoom} />
      )}
    </Card>
  )
}
