import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { type AuditEvent, auditLimit } from '@roundsman/contract/accounts/audit'
import { factorMethods } from '@roundsman/contract/accounts/users'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../../data/api/api-client.ts'
import { usePages } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { deviceOf } from '../device-of.ts'
import { SettingsCard, SettingsFault } from '../settings-card.tsx'

type AuditPages = InfiniteData<AuditEvent[], number | null>

function auditQuery(client: ApiClient) {
  return infiniteQueryOptions<AuditEvent[], Error, AuditPages, ['audit'], number | null>({
    queryKey: ['audit'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: auditLimit.usual, ...(pageParam !== null && { before: pageParam }) }
      return (await client.call('auditTrail', { query, signal })).events
    },
    initialPageParam: null,
    getNextPageParam: (page) => (page.length < auditLimit.usual ? null : (page.at(-1)?.id ?? null)),
  })
}

/** What touched the security of the account, the latest first (P720). */
export function SecurityLog() {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const { client } = useServices()
  const { known, loading, error, fetch, hasMore, loadingMore, moreError, fetchMore } = usePages(
    auditQuery(client),
  )
  return (
    <SettingsCard title={tAccount('audit.title')} hint={tAccount('audit.hint')}>
      {known?.length === 0 ? <Typography color="textSecondary">{tAccount('audit.none')}</Typography> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {known?.map((event) => (
          <AuditRow key={event.id} event={event} />
        ))}
      </Box>
      <SettingsFault error={error ?? moreError} onRetry={error ? fetch : fetchMore} />
      {loading && known === undefined ? <CircularProgress size={24} aria-label={t('app.loading')} /> : null}
      {hasMore && moreError === null ? (
        <Button variant="outlined" sx={{ mt: 3 }} loading={loadingMore} onClick={fetchMore}>
          {tAccount('audit.more')}
        </Button>
      ) : null}
    </SettingsCard>
  )
}

function AuditRow({ event }: { event: AuditEvent }) {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const { serverTime } = useServices()
  const methodName = (word: string) => {
    const method = factorMethods.find((one) => one === word)
    return method === undefined ? word : t(`audit.method.${method}`)
  }
  const device =
    event.user_agent === null ? null : (deviceOf(event.user_agent) ?? t('sessions.unknownDevice'))
  return (
    <Box
      component="li"
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', columnGap: 4, py: 2 },
        ...{ borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } },
      }}
    >
      <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 220px' }, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="div">
          {t(`audit.kind.${event.kind}`)}
          {event.detail === null ? null : (
            <>
              {': '}
              <bdi>{event.detail.split(', ').map(methodName).join(', ')}</bdi>
            </>
          )}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {event.ip === null ? (
            t('audit.operator')
          ) : (
            <span title={event.user_agent ?? undefined}>
              {device}
              {' · '}
              <bdi dir="ltr">{event.ip}</bdi>
            </span>
          )}
        </Typography>
      </Box>
      <Typography
        variant="caption"
        color="textSecondary"
        component="time"
        dateTime={event.at}
        sx={{ whiteSpace: 'nowrap', pt: 0.5 }}
      >
        {formats.time(event.at, serverTime.now())}
      </Typography>
    </Box>
  )
}
