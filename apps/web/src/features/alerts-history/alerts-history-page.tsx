import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { needsAcknowledgement } from '../../data/alert-history/alert-needs.ts'
import { useAcknowledge } from '../../data/alert-history/use-acknowledge.ts'
import { useServices } from '../../data/services.ts'
import { SlimAlert } from '../../ui/slim-alert.tsx'
import { HistoryEmpty, HistoryError } from './history-empty.tsx'
import { HistoryHead } from './history-head.tsx'
import { useHistoryNotice } from './history-notice.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import { HistoryToolbar } from './history-toolbar.tsx'
import { isFiltered, wholeHistory } from './history-view.ts'
import { NewAlertsSaid } from './new-alerts-said.tsx'
import { useHistoryActions } from './use-history-actions.ts'
import { useHistoryList } from './use-history-list.ts'
import { useHistoryView } from './use-history-view.ts'
import { useHistoryWidth } from './use-history-width.ts'

/** Every alert of the network that concerned the user, newest first, live. */
export function AlertsHistoryPage() {
  const { t } = useTranslation('history')
  const { network } = useServices()
  const [view, onView] = useHistoryView()
  const width = useHistoryWidth()
  // Drawn in small pieces between what the user does: a long list never holds up a key.
  const list = useHistoryList(useDeferredValue(view))
  const { history, shown, linked, isLinkDead, counts } = list
  const notice = useHistoryNotice(list)
  const actions = useHistoryActions(view, history.known ?? [])
  const acknowledge = useAcknowledge()
  const waiting = shown.filter(needsAcknowledgement).map(({ id }) => id)
  const cards = width.columns === null
  const isNothing = shown.length === 0 && linked === null
  const isEmpty = isNothing && !list.hasMore && !isFiltered(view)

  return (
    <>
      <NewAlertsSaid items={history.known} />
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
          sample={shown[0]}
          cards={cards}
          onView={onView}
        />
      )}
      {isLinkDead ? (
        <Box sx={{ display: 'grid', mb: 3 }}>
          <SlimAlert
            severity="info"
            title={t('linkedGone')}
            text={t('linkedGoneHint', { network: network.name })}
          />
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
          width={width}
          onView={onView}
          onAcknowledge={acknowledge}
          onCopyLink={actions.copyAlertLink}
        />
      )}
    </>
  )
}
