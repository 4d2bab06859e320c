import FilterListRounded from '@mui/icons-material/FilterListRounded'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useAcknowledge } from '../../data/alerts/acknowledge.ts'
import { waitingIn } from '../../data/alerts/incidents.ts'
import { useNetworkHealth } from '../../data/network/network-health.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { VisuallyHidden } from '../../ui/known.tsx'
import { EmptyState, late } from '../../ui/page/empty-state.tsx'
import { SlimAlert } from '../../ui/page/slim-alert.tsx'
import { useHistoryActions } from './history-actions.ts'
import { HistoryHead } from './history-head.tsx'
import { useContentFits } from '../../ui/use-measured.ts'
import { HistoryPanel } from './history-panel.tsx'
import { tableFrom } from './history-rows.ts'
import { HistoryToolbar } from './history-toolbar.tsx'
import { type HistoryList, isFiltered, useHistoryList, useHistoryView, wholeHistory } from './history-view.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Every alert of the network that concerned the user, newest first, live. */
export function AlertsHistoryPage() {
  const { t } = useTranslation('history')
  const { t: tCommon } = useTranslation()
  const { network } = useServices()
  const { view, change: onView, linkedId } = useHistoryView()
  const cards = !useContentFits(tableFrom)
  // Drawn in small pieces between what the user does: a long list never holds up a key.
  const list = useHistoryList(useDeferredValue(view), linkedId)
  const { history, shown, linked, isLinkDead, retryLinked, counts } = list
  const notice = useHistoryNotice(list)
  const actions = useHistoryActions(view, history.known ?? [])
  const acknowledge = useAcknowledge()
  const waiting = shown.flatMap(waitingIn).map(({ id }) => id)
  const isNothing = shown.length === 0 && linked === null
  const isEmpty = isNothing && !list.hasMore && !isFiltered(view)

  return (
    <>
      <NewAlertsAnnouncement items={history.known} />
      <HistoryHead
        cards={cards}
        notice={notice}
        actions={actions}
        waiting={waiting.length}
        onAcknowledgeAll={() => acknowledge(waiting)}
      />
      {history.known !== undefined && isEmpty ? null : (
        <HistoryToolbar
          view={view}
          counts={counts}
          isMore={list.hasMore}
          sample={shown[0]?.lead}
          cards={cards}
          onView={onView}
        />
      )}
      {isLinkDead || retryLinked !== null ? (
        <Box sx={{ display: 'grid', mb: 3 }}>
          {retryLinked === null ? (
            <SlimAlert
              severity="info"
              role="alert"
              title={t('linkedGone')}
              text={t('linkedGoneHint', { network: network.name })}
            />
          ) : (
            <SlimAlert
              severity="error"
              role="alert"
              title={t('linkedFailed')}
              action={
                <Button variant="text" size="small" onClick={retryLinked}>
                  {tCommon('error.tryAgain')}
                </Button>
              }
            />
          )}
        </Box>
      ) : null}
      {history.known === undefined || (isNothing && !list.hasMore) ? (
        <Paper variant="outlined" sx={{ overflow: 'clip' }}>
          {history.known !== undefined ? (
            <HistoryEmpty filtered={isFiltered(view)} onClear={() => onView(wholeHistory)} />
          ) : history.error ? (
            <HistoryError error={history.error} onRetry={history.fetch} />
          ) : (
            <HistorySkeleton cards={cards} />
          )}
        </Paper>
      ) : (
        <HistoryPanel
          list={list}
          view={view}
          isCards={cards}
          onView={onView}
          onAcknowledge={acknowledge}
          onCopyLink={actions.copyAlertLink}
        />
      )}
    </>
  )
}

/** Announces how many alerts have come since the page was opened; what it was opened with is not read. */
function NewAlertsAnnouncement({ items }: { items: readonly AlertHistoryItem[] | undefined }) {
  const { t } = useTranslation('history')
  const [newest, setNewest] = useState<number | null>(null)
  if (newest === null && items !== undefined) setNewest(items[0]?.id ?? 0)
  const count = newest === null ? 0 : (items?.filter(({ id }) => id > newest).length ?? 0)
  return <VisuallyHidden aria-live="polite">{count === 0 ? '' : t('newCount', { count })}</VisuallyHidden>
}

/** In place of alerts that there are none of: nothing has happened, or nothing passes the filters. */
function HistoryEmpty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation('history')
  const { network } = useServices()
  const name = { network: network.name }
  if (filtered)
    return (
      <EmptyState
        icon={FilterListRounded}
        title={t('empty.filteredTitle')}
        actions={<Button onClick={onClear}>{t('empty.clear')}</Button>}
      >
        {t('empty.filteredText', name)}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={HistoryRounded}
      title={t('empty.title')}
      actions={<RouteButton to="/alerts">{t('empty.manage')}</RouteButton>}
    >
      {t('empty.text', name)}
    </EmptyState>
  )
}

/** In place of alerts that never came: what failed, what still holds, and the way on. */
function HistoryError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('history')
  return (
    <LoadFailed error={error} onRetry={onRetry} title={t('error.title')}>
      {t('error.text')}
    </LoadFailed>
  )
}

/** Why what is shown may not be of this moment: the network first, then a fetch that failed. */
function useHistoryNotice({ history }: HistoryList) {
  const { t } = useTranslation()
  const { t: tHistory } = useTranslation('history')
  const formats = useFormats()
  const { clock, serverTime } = useServices()
  const health = useNetworkHealth()
  const { known: validators } = useValidators()
  if (history.known === undefined) return null
  if (history.error !== null) {
    // The machine's clock, as the server's.
    const at = new Date(history.fetchedAt + serverTime.now() - clock.now()).toISOString()
    return (
      <SlimAlert
        severity="error"
        role="alert"
        title={tHistory('error.stale', { time: formats.time(at, serverTime.now()) })}
        action={
          <Button variant="text" size="small" onClick={history.fetch}>
            {t('error.tryAgain')}
          </Button>
        }
      />
    )
  }
  if (validators && hasNetworkBanner(health))
    return <NetworkBanner health={health} status={validators.status} />
  return null
}

const Late = styled('div')(late)
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 24,
  boxSizing: 'border-box',
  paddingInline: 16,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

/** As many as a tall screen holds, so that the footer does not move when the rows come. */
const titles = Array.from({ length: 24 }, (_, i) => 120 + ((i * 37) % 97))

/** The list in the shape of what comes. */
function HistorySkeleton({ cards }: { cards: boolean }) {
  const { t } = useTranslation('history')
  return (
    <Late role="status" aria-label={t('loading')}>
      {titles.map((title) => (
        <Row key={title} style={{ height: cards ? 98 : 36 }}>
          <Skeleton height={12} width={64} sx={{ flex: 'none' }} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Skeleton height={12} width={title} sx={{ maxWidth: '100%' }} />
          </Box>
          {cards ? null : <Skeleton height={12} width={110} />}
          {cards ? null : <Skeleton height={12} width={96} />}
          <Skeleton height={12} width={56} sx={{ flex: 'none' }} />
        </Row>
      ))}
    </Late>
  )
}
