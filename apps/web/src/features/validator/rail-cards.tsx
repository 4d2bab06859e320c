import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import { isActive } from '@roundsman/contract/networks/validator-state'
import { shortAddress } from '@roundsman/contract/networks/validators'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useBridges } from '../../data/network/bridges.ts'
import { useFavourites } from '../../data/services/preferences.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { AlertsCard } from '../../parts/alerts/alerts-card.tsx'
import { shortPeerId } from '../../parts/bridges/bridge-facts.ts'
import { BridgeSync } from '../../parts/bridges/bridge-marks.tsx'
import { CopyButton } from '../../ui/controls/copy.tsx'
import { RouteLink } from '../../ui/controls/links.tsx'
import { Known } from '../../ui/known.tsx'
import { Card, Facts } from '../../ui/page/card.tsx'
import { safeContact } from './validator-head.tsx'
import { styled } from '../../ui/theme/styled.tsx'

/** The commission, how far it may go, and when it changed. */
export function CommissionCard({ details }: { details: ValidatorDetails }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const now = useNow()
  const rate = (value: number | null) => (value === null ? null : formats.rate(value))
  const changed = details.commission_updated_at
  const rows = [
    ['now', rate(details.commission_rate)],
    ['highest', rate(details.commission_max_rate)],
    ['perDay', rate(details.commission_max_change_rate)],
    ['changed', changed === null ? null : formats.time(changed, now)],
  ] as const
  return (
    <Card title={t('commission.title')}>
      <Facts>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`commission.${key}`)}</dt>
            <dd>
              <Known>{value}</Known>
            </dd>
          </div>
        ))}
      </Facts>
    </Card>
  )
}

/** The user’s alerts of the validator. */
export function ValidatorAlerts({ id, name }: { id: number; name: string }) {
  const { ids } = useFavourites()
  const { t } = useTranslation('validator')
  const texts = {
    title: t('alerts.title'),
    all: t('alerts.all'),
    none: t('alerts.none'),
    loading: t('alerts.loading'),
    failed: t('alerts.failed'),
    set: t('alerts.set'),
  }
  return <AlertsCard about={{ validator: id }} name={name} isMine={ids.has(id)} texts={texts} />
}

/** Links of a card, each with a mark at its end. */
export const CardLinks = styled('ul')(({ theme }) => ({
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
        <CardLinks>
          {own.map((bridge) => (
            <li key={bridge.id}>
              <RouteLink to="/bridges/$bridgeId" params={{ bridgeId: String(bridge.id) }}>
                <bdi>{bridge.name ?? shortPeerId(bridge.peer_id)}</bdi>
              </RouteLink>
              <BridgeSync bridge={bridge} networkHeight={known?.network_height ?? null} />
            </li>
          ))}
        </CardLinks>
      )}
    </Card>
  )
}

/** What the validator says of itself, as text and nothing else, and its addresses. */
export function AboutCard({ details }: { details: ValidatorDetails }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const now = useNow()
  const { description, security_contact: contact, unbonding_at: unbonding } = details
  const plainContact = contact !== null && contact.trim() !== '' && safeContact(contact) === null
  const addresses = [
    ['operator', details.operator_address],
    ['consensus', details.consensus_address],
    ['identity', details.identity === '' ? null : details.identity],
  ] as const
  return (
    <Card title={t('about.title')}>
      {description === null || description.trim() === '' ? null : (
        <Typography
          variant="table"
          component="p"
          color="textSecondary"
          dir="auto"
          sx={{ mt: 0, mb: 3, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
        >
          {description}
        </Typography>
      )}
      <Facts>
        {addresses.map(([key, value]) =>
          value === null ? null : (
            <div key={key}>
              <dt>{t(`about.${key}`)}</dt>
              <Box component="dd" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                <Typography
                  variant="mono"
                  component="span"
                  dir="ltr"
                  title={value}
                  sx={{ overflowWrap: 'anywhere' }}
                >
                  {shortAddress(value)}
                </Typography>
                <CopyButton text={value} label={t(`about.copy.${key}`)} />
              </Box>
            </div>
          ),
        )}
        {plainContact ? (
          <div>
            <dt>{t('about.contact')}</dt>
            <dd dir="auto">{contact}</dd>
          </div>
        ) : null}
        {/* A chain keeps the one before, also of who is back in the active set. */}
        {unbonding === null || isActive(details) ? null : (
          <div>
            <dt>{t(Date.parse(unbonding) > now ? 'about.unbonding' : 'about.unbonded')}</dt>
            <dd>{formats.time(unbonding, now)}</dd>
          </div>
        )}
      </Facts>
    </Card>
  )
}
