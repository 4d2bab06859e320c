import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Validator, ValidatorsList } from '@roundsman/contract/networks/validators'
import { memo, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Fetched, useDeferredFetch } from '../../data/api/operation.ts'
import { type NetworkHealth, useNetworkHealth } from '../../data/network/network-health.ts'
import { useValidators } from '../../data/network/validators.ts'
import { type Favourites, useFavourites } from '../../data/services/preferences.ts'
import { useServices } from '../../data/services/services.ts'
import { useTableColumns } from '../../data/services/table-columns.ts'
import { ListError } from '../../parts/load-failed.tsx'
import { validatorName } from '../../parts/validator-name.ts'
import { VisuallyHidden } from '../../ui/known.tsx'
import { later, Nothing } from '../../ui/later.tsx'
import { useContentFits } from '../../ui/use-measured.ts'
import { FavouritePrompt, useFavouritePrompt } from './favourite-prompt.tsx'
import { type ColumnId, columnRules, tableFrom } from './list/columns.ts'
import { FavouritesContext, useCounts, useMissedLast, useSettledRows } from './list/list-rows.ts'
import { ListEmpty, ListSkeleton } from './list/list-states.tsx'
import { type ListView, useListView } from './list/list-view.ts'
import { LiveList } from './list/live-list.tsx'
import { useListActions } from './list-actions.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { PageHead } from './page-head.tsx'
import { TroubleBand } from './trouble-band.tsx'

// The rows do not wait for them (docs/decisions/022-slow-phone.md).
const loadOffers = () => import('./alert-offers.tsx')
const ChosenPrompt = later(async () => (await loadOffers()).ChosenPrompt, Nothing)
const StarredToast = later(async () => (await loadOffers()).StarredToast, Nothing)
const WithoutAlerts = later(async () => (await loadOffers()).WithoutAlerts, Nothing)

const nobody: readonly Validator[] = []

/** Every validator of the network, live. */
export function ValidatorsPage() {
  const { t } = useTranslation()
  const validators = useDeferredFetch(useValidators())
  const settled = useSettledRows(validators.known?.validators ?? nobody)
  const health = useNetworkHealth()
  const [view, setView] = useListView()
  const shown = useRef<readonly Validator[]>([])
  const actions = useListActions(shown)
  const { favourites, stars, onAnswered } = useStars()

  return (
    <FavouritesContext value={favourites}>
      <Typography component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }} aria-live="polite">
        {health && health.kind !== 'live' ? t(`network.state.${health.kind}`) : null}
      </Typography>
      <PageHead
        list={validators}
        settled={settled}
        health={health}
        view={view}
        onView={setView}
        actions={actions}
      />
      <ListBand rows={settled} health={health} stars={stars} onAnswered={onAnswered} />
      <ListPanel
        list={validators}
        settled={settled}
        health={health}
        view={view}
        onView={setView}
        onCopy={actions.copy}
        shownRef={shown}
      />
    </FavouritesContext>
  )
}

/** Made the user's own here, one after the other, and offered alerts for together (P902, P928). */
interface Stars {
  ids: readonly number[]
  /** The offer was answered or closed: it is for these for good, and what is starred next is another. */
  isAnswered: boolean
}

function useStars() {
  const kept = useFavourites()
  // All but the last are answered.
  const [stars, setStars] = useState<readonly Stars[]>([])
  const favourites = useMemo<Favourites>(
    () => ({
      ...kept,
      set(id, isFavourite) {
        setStars((before) => withStar(before, id, isFavourite))
        kept.set(id, isFavourite)
      },
    }),
    [kept],
  )
  const onAnswered = useCallback(
    (answered: number) =>
      setStars((before) => before.map((one, at) => (at === answered ? { ...one, isAnswered: true } : one))),
    [],
  )
  return { favourites, stars, onAnswered }
}

function withStar(before: readonly Stars[], id: number, isStarred: boolean): readonly Stars[] {
  const last = before.at(-1)
  if (last === undefined || last.isAnswered)
    return isStarred ? [...before, { ids: [id], isAnswered: false }] : before
  const others = last.ids.filter((one) => one !== id)
  return [...before.slice(0, -1), { ids: isStarred ? [...others, id] : others, isAnswered: false }]
}

interface ListBandProps {
  rows: readonly Validator[]
  stars: readonly Stars[]
  onAnswered: (answered: number) => void
  health: NetworkHealth | null
}

/** What comes before the list: which validator is the user's, and who needs somebody. */
const ListBand = memo(function ListBand({ rows, health, stars, onAnswered }: ListBandProps) {
  const { t } = useTranslation('list')
  const asks = useFavouritePrompt()
  const [mine, setMine] = useState<Validator | null>(null)
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    // What follows from the answer is there when it is given, and nothing moves meanwhile.
    if (asks) loadOffers().catch(() => undefined)
  }, [asks])
  if (rows.length === 0 || health?.kind === 'not-followed') return null
  const rowsOf = ({ ids }: Stars) =>
    ids.flatMap((id) => (id === mine?.id ? [] : (rows.find((row) => row.id === id) ?? [])))
  return (
    <>
      {asks ? <FavouritePrompt validators={rows} onChosen={setMine} /> : null}
      {/* There before what it says, so that it is read. */}
      <VisuallyHidden as="p" role="status">
        {mine ? t('ask.chosen', { name: validatorName(mine) }) : null}
      </VisuallyHidden>
      <Suspense fallback={null}>
        {!asks && mine && !isClosed ? (
          <ChosenPrompt key={mine.id} row={mine} onClose={() => setClosed(true)} />
        ) : null}
        {stars.map((one, at) => {
          const starred = rowsOf(one)
          return starred.length === 0 ? null : (
            <StarredToast key={at} rows={starred} onAnswered={() => onAnswered(at)} />
          )
        })}
        {asks || mine ? null : <WithoutAlerts rows={rows} except={stars.flatMap(({ ids }) => ids)} />}
      </Suspense>
      <TroubleBand rows={rows} health={health} />
    </>
  )
})

interface ListPanelProps {
  list: Fetched<ValidatorsList, unknown>
  /** Its rows beside their letters. */
  settled: readonly Validator[]
  health: NetworkHealth | null
  view: ListView
  onView: (view: ListView) => void
  onCopy: (text: string) => void
  shownRef: RefObject<readonly Validator[]>
}

/** Toolbar and list, or what stands in its place. */
const ListPanel = memo(function ListPanel(props: ListPanelProps) {
  const { list, settled, health, view, onView, onCopy, shownRef } = props
  const { network } = useServices()
  const cards = !useContentFits(tableFrom)
  const [choice, setChoice] = useTableColumns<ColumnId>('validators', columnRules)
  // What was shown stays when a later fetch fails: its age stands beside it (docs/decisions/008-failed-fetches.md).
  const { known: data, error } = list
  const counts = useCounts(data ? settled : null)
  // Only the menu of a narrow screen has it: on a wide one the toolbar has nothing to do with a block.
  const missedLast = useMissedLast(cards && data ? data.validators : null)

  if (data && (health?.kind === 'not-followed' || data.validators.length === 0))
    return (
      <Paper variant="outlined">
        <ListEmpty
          reason={health?.kind === 'not-followed' ? 'not-followed' : 'nothing-yet'}
          network={network.name}
          view={view}
          onClear={list.fetch}
        />
      </Paper>
    )

  return (
    <>
      <ListToolbar
        view={view}
        counts={counts}
        missedLast={missedLast}
        cards={cards}
        choice={choice}
        onChoice={setChoice}
        onView={onView}
      />
      {data ? (
        <LiveList
          data={data}
          settled={settled}
          health={health}
          view={view}
          isCards={cards}
          choice={choice}
          onView={onView}
          onCopy={onCopy}
          shownRef={shownRef}
        />
      ) : error ? (
        <Paper variant="outlined">
          <ListError error={error} onRetry={list.fetch} onCopy={onCopy} />
        </Paper>
      ) : (
        <ListSkeleton cards={cards} choice={choice} view={view} onView={onView} />
      )}
      <Box sx={{ height: 8 }} />
    </>
  )
})
