import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { stateOf } from '@roundsman/contract/networks/validator-state'
import type { Validator } from '@roundsman/contract/networks/validators'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { AlertsCard } from '../../parts/alerts/alerts-card.tsx'
import { shortPeerId } from '../../parts/bridges/bridge-facts.ts'
import { StateCell } from '../../parts/validator-state.tsx'
import { ValidatorLink } from '../../parts/validator-cells.tsx'
import { Card, Facts } from '../../ui/page/card.tsx'
import { Known } from '../../ui/known.tsx'

/** The validator that runs the bridge, as its owner says. */
export function RunnerCard({ validator }: { validator: Validator | undefined }) {
  const { t } = useTranslation('bridges')
  return (
    <Card title={t('detail.validator')}>
      {validator ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: '1 1 120px', minWidth: 0, typography: 'table' }}>
            <ValidatorLink row={validator} />
          </Box>
          <StateCell state={stateOf(validator)} />
        </Box>
      ) : (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t('detail.noValidator')}
        </Typography>
      )}
    </Card>
  )
}

/** The user’s alerts of the bridge. */
export function BridgeAlerts({ bridge: { id, name, peer_id, owned } }: { bridge: Bridge }) {
  const { t } = useTranslation('bridges')
  const texts = {
    title: t('alerts.title'),
    all: t('alerts.all'),
    none: t('alerts.none'),
    loading: t('alerts.loading'),
    failed: t('alerts.failed'),
    set: t('detail.setAlerts'),
  }
  return (
    <AlertsCard about={{ bridge: id }} name={name ?? shortPeerId(peer_id)} isMine={owned} texts={texts} />
  )
}

/** Who it is, where what is known of it comes from, and whose it is. */
export function AboutBridge({ bridge }: { bridge: Bridge }) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const now = useNow()
  const { source, started_at: startedAt } = bridge
  const owner = bridge.owned ? 'mine' : source !== 'SCRAPE' ? 'others' : 'nobody'
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
