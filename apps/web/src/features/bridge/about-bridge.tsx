import type { Bridge } from '@roundsman/contract/bridges'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Known } from '../../ui/known.tsx'

/** Who it is, where what is known of it comes from, and whose it is. */
export function AboutBridge({ bridge }: { bridge: Bridge }) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const now = useNow()
  const { source, started_at: startedAt } = bridge
  const owner = bridge.owned ? 'mine' : source === 'OTLP' ? 'others' : 'nobody'
  return (
    <Card title={t('detail.about')}>
      <Facts>
        <div>
          <dt>{t('detail.peerId')}</dt>
          <dd dir="ltr">{bridge.peer_id}</dd>
        </div>
        <div>
          <dt>{t('detail.source')}</dt>
          <dd>{t(`detail.sourceFull.${source}`)}</dd>
        </div>
        <div>
          <dt>{t('detail.owner')}</dt>
          <dd>{t(`detail.${owner}`)}</dd>
        </div>
        <div>
          <dt>{t('detail.started')}</dt>
          <dd>
            <Known>{startedAt === null ? null : formats.time(startedAt, now)}</Known>
          </dd>
        </div>
      </Facts>
    </Card>
  )
}
