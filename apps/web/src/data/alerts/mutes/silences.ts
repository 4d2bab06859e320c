import { type NewSilenceBody, type Silence, silenceEndpoints } from '@roundsman/contract/alerts/silences'
import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/toast.ts'
import type { ApiClient } from '../../api/api-client.ts'
import { mayRetry } from '../../api/errors.ts'
import { type Fetched, useFetch, useQueuedAction } from '../../api/operation.ts'
import { type Services, useNow, useServices } from '../../services/services.ts'
import { silencesKey } from '../unacknowledged.ts'

/** Whom an alert or a silence is about; null: the network with all of them. */
export type SilenceTarget = { validator: number } | { bridge: number } | null

const none: readonly Silence[] = []
/** How often they are asked for again, ms: one may end by itself, or on another device. */
const againMs = 30_000

function silencesQuery(client: ApiClient, blockchainId: number) {
  return queryOptions({
    queryKey: silencesKey(blockchainId),
    queryFn: async ({ signal }): Promise<readonly Silence[]> => {
      const query = { blockchain_id: blockchainId }
      return (await client.callTo(silenceEndpoints.silences, { query, signal })).silences
    },
    refetchInterval: againMs,
    retry: mayRetry,
  })
}

interface SilencesNow extends Pick<Fetched<readonly Silence[], readonly Silence[]>, 'error' | 'fetch'> {
  /** Those that go on and those that are planned, the first to end first; undefined: not known yet. */
  known: readonly Silence[] | undefined
}

/** The user's silences on the page's network; one goes at the moment of its end. */
export function useSilences(): SilencesNow {
  const { client, network } = useServices()
  const { known, error, fetch } = useFetch(silencesQuery(client, network.blockchain_id), none)
  const now = useNow()
  return { known: known?.filter(({ to }) => Date.parse(to) > now), error, fetch }
}

/** Whether it has begun. */
export function isActive({ from }: Pick<Silence, 'from'>, now: number): boolean {
  return Date.parse(from) <= now
}

/** Those that hold back alerts about a target: its own, and those of the whole network. */
export function silencesAbout(silences: readonly Silence[], target: SilenceTarget): Silence[] {
  return silences.filter((one) => {
    if (isOfNetwork(one)) return true
    if (target === null) return false
    return 'bridge' in target
      ? one.bridge_id === target.bridge
      : one.blockchain_validator_id === target.validator
  })
}

/** That of a target that goes on longest; null: its alerts are sent. */
export function currentSilence(
  silences: readonly Silence[] | undefined,
  target: SilenceTarget,
  now: number,
): Silence | null {
  const active = silencesAbout(silences ?? none, target).filter((one) => isActive(one, now))
  return active.toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to))[0] ?? null
}

export function isOfNetwork(silence: Silence): boolean {
  return silence.blockchain_validator_id === null && silence.bridge_id === null
}

/** Makes one, and shows it at once wherever it is shown. */
export async function addSilence(
  { client, queries, network }: Pick<Services, 'client' | 'queries' | 'network'>,
  body: NewSilenceBody,
): Promise<Silence> {
  const silence = await client.callTo(silenceEndpoints.addSilence, { body })
  const { queryKey } = silencesQuery(client, network.blockchain_id)
  queries.setQueryData(
    queryKey,
    (known) => known && [...known, silence].toSorted((a, b) => Date.parse(a.to) - Date.parse(b.to)),
  )
  void queries.invalidateQueries({ queryKey })
  return silence
}

interface Ending {
  silence: Silence
  /** What it is of, as it is called on the page. */
  name: string
}

/** Ends one that goes on, takes back one that is planned, and says so. Those under way, by their ids. */
export function useEndSilence(): { run: (ending: Ending) => void; underWay: ReadonlySet<number> } {
  const { t } = useTranslation('silences')
  const { client, queries, network, serverTime } = useServices()
  const { queryKey } = silencesQuery(client, network.blockchain_id)
  const ending = useQueuedAction<Ending>(
    'end-silence',
    async ({ silence, name }) => {
      const wasActive = isActive(silence, serverTime.now())
      await client.callTo(silenceEndpoints.endSilence, { params: { silenceId: silence.id } })
      queries.setQueryData(queryKey, (known) => known?.filter(({ id }) => id !== silence.id))
      showSuccess(t(wasActive ? 'ended' : 'dropped', { name }))
      void queries.invalidateQueries({ queryKey })
    },
    {
      onError: () => {
        showError(t('endFailed'))
        void queries.invalidateQueries({ queryKey })
      },
      scope: { id: 'silences' },
    },
  )
  return { run: ending.run, underWay: new Set(ending.underWay.map(({ silence }) => silence.id)) }
}
