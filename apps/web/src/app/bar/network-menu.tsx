import type { SvgIconComponent } from '@mui/icons-material'
import CircleRounded from '@mui/icons-material/CircleRounded'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import ReportRounded from '@mui/icons-material/ReportRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import SyncRounded from '@mui/icons-material/SyncRounded'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { styled as styledPart } from '@mui/material/styles'
import type { Network } from '@roundsman/contract/networks/networks'
import type { Attention } from '@roundsman/contract/networks/validator-state'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { NetworkHealth } from '../../data/network/network-health.ts'
import { useNetworkStatuses } from '../../data/network/validators.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { InputFrame } from '../../ui/controls/fields.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import type { StateTone } from '../../ui/theme/theme-types.ts'
import { styled } from '../../ui/theme/styled.tsx'

type NetworkMarkKind =
  | 'live'
  | 'stale'
  | 'halted'
  | 'syncing'
  | 'unreachable'
  | 'refused'
  | 'connecting'
  | 'not-followed'

const marks: Record<NetworkMarkKind, { icon: SvgIconComponent; tone: StateTone; size?: number }> = {
  live: { icon: CircleRounded, tone: 'success', size: 8 },
  stale: { icon: HistoryToggleOffRounded, tone: 'warning' },
  halted: { icon: PauseCircleOutlineRounded, tone: 'error' },
  syncing: { icon: SyncRounded, tone: 'info' },
  unreachable: { icon: CloudOffOutlined, tone: 'neutral' },
  refused: { icon: ReportRounded, tone: 'error' },
  connecting: { icon: MoreHorizRounded, tone: 'neutral' },
  'not-followed': { icon: VisibilityOffOutlined, tone: 'neutral' },
}

interface NetworkMarkProps {
  kind: NetworkMarkKind
  /** Seconds, for a stale one. */
  age?: number
}

/** The state of a network as icon and word. */
export function NetworkMark({ kind, age }: NetworkMarkProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { icon, tone, size } = marks[kind]
  return (
    <StateMark icon={icon} tone={tone} emphasis="quiet" {...(size === undefined ? {} : { iconSize: size })}>
      {kind === 'stale' && age !== undefined
        ? t('network.staleFor', { duration: formats.duration(age) })
        : t(`network.state.${kind}`)}
    </StateMark>
  )
}

interface NetworkMenuProps {
  current?: NetworkHealth
}

const Search = styledPart(InputFrame)({ height: 'max(38px, 2.375rem)', marginBottom: 6 })
const Entry = styled('a')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 42,
  padding: '0 10px',
  borderRadius: 6,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  '&:hover, &:focus-visible': { backgroundColor: theme.vars.palette.action.hover },
  '&[aria-current]': {
    backgroundColor: theme.vars.palette.action.selected,
    '@media (forced-colors: active)': { border: '1px solid Highlight' },
  },
  '&:focus-visible': { outlineOffset: -2 },
  '& > span:last-of-type': { marginInlineStart: 'auto', flex: 'none' },
}))

const Labels = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 10,
  minWidth: 0,
})

/** Search on top, then every network with its state. Arrows go through the list, typing narrows it. */
export function NetworkMenu({ current }: NetworkMenuProps) {
  const { t } = useTranslation()
  const { boot, network } = useServices()
  const statuses = useNetworkStatuses()
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const found = findNetworks(boot.networks, text)

  function move(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    event.preventDefault()
    links.at(event.key === 'ArrowDown' ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0))?.focus()
  }

  return (
    <Box onKeyDown={move} sx={{ p: 1.5 }}>
      <Search>
        <SearchRounded aria-hidden />
        <input
          autoFocus
          type="search"
          value={text}
          placeholder={t('bar.findNetwork')}
          aria-label={t('bar.findNetwork')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') list.current?.querySelector('a')?.click()
          }}
        />
      </Search>
      <Box
        component="ul"
        ref={list}
        aria-label={t('bar.networks')}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: '60vh', overflowY: 'auto' }}
      >
        {found.map((entry) => (
          <li key={entry.blockchain_id}>
            <Entry
              href={entry.domain}
              {...(entry.blockchain_id === network.blockchain_id ? { 'aria-current': 'true' as const } : {})}
            >
              <Monogram name={entry.name.slice(0, 1)} seed={entry.symbol} image={entry.logo} />
              <Labels>
                <Typography noWrap component="span" sx={{ fontWeight: 500 }}>
                  {entry.name}
                </Typography>
                <Typography variant="caption" color="textSecondary" component="span">
                  {entry.symbol}
                </Typography>
                <Trouble attention={statuses.get(entry.blockchain_id)?.attention ?? null} />
              </Labels>
              {entry.blockchain_id === network.blockchain_id && current ? (
                <NetworkMark
                  kind={current.kind}
                  {...(current.kind === 'stale' ? { age: current.age } : {})}
                />
              ) : (
                <StateOf status={statuses.get(entry.blockchain_id)?.status} />
              )}
            </Entry>
          </li>
        ))}
      </Box>
      {found.length === 0 ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0, p: 2.5 }}>
          {t('bar.noNetwork', { text })}
        </Typography>
      ) : null}
    </Box>
  )
}

const kinds: Record<NetworkStatus['state'], NetworkMarkKind> = {
  LIVE: 'live',
  HALTED: 'halted',
  SYNCING: 'syncing',
  UNREACHABLE: 'unreachable',
  CONNECTING: 'connecting',
  NOT_FOLLOWED: 'not-followed',
}

function StateOf({ status }: { status: NetworkStatus | undefined }) {
  return (
    <span>{status ? <NetworkMark kind={status.refused ? 'refused' : kinds[status.state]} /> : null}</span>
  )
}

/** What needs a person there; nothing while nothing does, or nothing is known. */
function Trouble({ attention }: { attention: Attention | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const said = (['jailed', 'missing'] as const).flatMap((kind) => {
    const count = attention?.[kind] ?? 0
    return count === 0 ? [] : [t(`stat.${kind}`, { count, value: formats.integer(count) })]
  })
  return said.length === 0 ? null : (
    <Typography noWrap variant="caption" component="span" sx={{ flexBasis: '100%', color: 'warning.main' }}>
      {said.join(', ')}
    </Typography>
  )
}

/** Networks whose name or symbol has all the words. */
function findNetworks(networks: readonly Network[], text: string): Network[] {
  const terms = text.toLowerCase().split(/\s+/)
  return networks.filter(({ name, symbol }) =>
    terms.every((word) => `${name} ${symbol}`.toLowerCase().includes(word)),
  )
}
