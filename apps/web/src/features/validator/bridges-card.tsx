import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useBridges } from '../../data/bridges/use-bridges.ts'
import { unknownReason } from '../../parts/bridge-unknown.ts'
import { shortPeerId } from '../../parts/short-peer-id.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { Card } from '../../ui/card.tsx'
import { RouteLink } from '../../ui/route-link.tsx'

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12, minHeight: 24 },
  // A long name is cut in its row, and does not widen the page.
  '& a': {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    lineHeight: '1.5rem',
    color: theme.vars.palette.text.primary,
  },
}))

/** The bridges that are known to be the validator's, and how they stand. */
export function BridgesCard({ validatorId }: { validatorId: number }) {
  const { t } = useTranslation('bridges')
  const { known, error } = useBridges()
  const own = known?.bridges.filter((bridge) => bridge.validator_id === validatorId)
  return (
    <Card
      title={t('ofValidator.title')}
      action={
        <RouteLink to="/bridges" variant="table" style={{ lineHeight: '1.5rem' }}>
          {t('ofValidator.all')}
        </RouteLink>
      }
    >
      {own === undefined || own.length === 0 ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t(own ? 'ofValidator.none' : error ? 'ofValidator.failed' : 'ofValidator.loading')}
        </Typography>
      ) : (
        <List>
          {own.map((bridge) => (
            <li key={bridge.id}>
              <RouteLink to="/bridges/$bridgeId" params={{ bridgeId: String(bridge.id) }}>
                <bdi>{bridge.name ?? shortPeerId(bridge.peer_id)}</bdi>
              </RouteLink>
              <SyncMark
                status={bridge.sync_status}
                why={unknownReason(bridge, known?.network_height ?? null)}
              />
            </li>
          ))}
        </List>
      )}
    </Card>
  )
}
