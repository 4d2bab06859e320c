import type { SvgIconComponent } from '@mui/icons-material'
import HubOutlined from '@mui/icons-material/HubOutlined'
import LanguageOutlined from '@mui/icons-material/LanguageOutlined'
import SearchRounded from '@mui/icons-material/SearchRounded'
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { styled as styledPart } from '@mui/material/styles'
import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import { Fragment, type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Fetched } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { InputFrame } from '../../../ui/controls/fields.tsx'
import { Roving } from '../../../ui/controls/roving.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import {
  countByBridge,
  countOf,
  countOfEvery,
  type EntriesByValidator,
  groupBridges,
  groupTargets,
  type TargetGroup,
  wholeNetwork,
} from './target-groups.ts'
import { BridgeTargetRow, TargetLink, TargetRow } from './target-row.tsx'
import { type Choices, kindOf, type Target, type TargetKind } from './target.ts'
import { styled } from '../../../ui/theme/styled.tsx'

/** What the list of targets, and the part of it for each kind, is drawn from. */
interface TargetListProps {
  choices: Choices
  /** Where they stand. */
  bridges: Pick<Fetched<unknown, unknown>, 'known' | 'error' | 'fetch'>
  mine: ReadonlySet<number>
  entries: EntriesByValidator
  /** All that the user has. */
  saved: readonly AlertEntry[]
  target: Target | null
  onTarget: (target: Target) => void
  /** Something was chosen: where the list covers the page it goes. */
  onChosen?: () => void
}

const Frame = styledPart(InputFrame)(({ theme }) => ({
  height: 'max(34px, 2.125rem)',
  '& input': theme.typography.table,
  [theme.breakpoints.down('md')]: { height: 'max(42px, 2.625rem)', '& input': { fontSize: '1rem' } },
}))

/** What the kinds stand for until one of them is chosen. */
const wholeOf: Record<TargetKind, Target> = {
  validators: { kind: 'every' },
  bridges: { kind: 'everyBridge' },
  network: { kind: 'network' },
}

/** What alerts can be set for: the user's own first, each with its state and how many entries it has. */
export function TargetList(props: TargetListProps) {
  const { target, onTarget, onChosen } = props
  const { t } = useTranslation('alerts')
  const { network } = useServices()
  const kind = kindOf(target)
  const kinds: TargetKind[] = network.is_da_enabled
    ? ['validators', 'bridges', 'network']
    : ['validators', 'network']
  const [written, write] = useState({ kind, text: '' })
  // What was looked for among validators is looked for no more among bridges.
  const search = written.kind === kind ? written.text : ''
  const label = t(kind === 'bridges' ? 'target.searchBridges' : 'target.search')
  return (
    <>
      {kind === 'network' ? null : (
        <Frame>
          <SearchRounded aria-hidden />
          <input
            type="search"
            value={search}
            placeholder={label}
            aria-label={label}
            onChange={(event) => write({ kind, text: event.target.value })}
          />
        </Frame>
      )}
      <Box sx={kind === 'network' ? { mb: 2 } : { my: 2 }}>
        <Segments
          label={t('target.kinds')}
          value={kind}
          choices={kinds.map((value) => ({ value, text: t(`target.${value}`) }))}
          onChoose={(next) => {
            onTarget(wholeOf[next])
            if (next === 'network') onChosen?.()
          }}
        />
      </Box>
      {kind === 'network' ? (
        <NetworkTarget {...props} />
      ) : kind === 'bridges' ? (
        <BridgeTargets {...props} search={search} />
      ) : (
        <ValidatorTargets {...props} search={search} />
      )}
    </>
  )
}

/** The network itself, of which there is one: nothing else stands beside it (P403). */
function NetworkTarget({ entries, onChosen }: TargetListProps) {
  const { t } = useTranslation('alerts')
  const { network } = useServices()
  return (
    <nav aria-label={t('target.list')}>
      <TargetLink
        target={{ kind: 'network' }}
        current
        icon={LanguageOutlined}
        name={network.name}
        count={countOfEvery(entries.get(wholeNetwork)).network}
        onChosen={onChosen}
      />
    </nav>
  )
}

/** The validators of the network as targets. */
function ValidatorTargets(props: TargetListProps & { search: string }) {
  const { choices, mine, entries, target, search, onChosen } = props
  const { validators } = choices
  const { t } = useTranslation('alerts')
  const counts = useMemo(
    () => new Map([...entries].map(([key, ofTarget]) => [key, countOf(ofTarget)])),
    [entries],
  )
  const groups = useMemo(() => {
    const withAlerts = new Set([...counts.keys()].filter((key) => key !== wholeNetwork))
    return groupTargets(validators, { search, mine, withAlerts })
  }, [validators, search, mine, counts])
  return (
    <TargetSections
      every={{
        target: { kind: 'every' },
        current: target?.kind === 'every',
        icon: VerifiedUserOutlined,
        name: t('target.every'),
        count: countOfEvery(entries.get(wholeNetwork)).validators,
      }}
      groups={groups}
      headOf={(group) => t(`target.group.${group}`)}
      search={search}
      notFound={t('target.notFound', { text: search })}
      all={validators.length}
      onChosen={onChosen}
    >
      {(row) => (
        <TargetRow
          row={row}
          current={target?.kind === 'validators' && target.ids.includes(row.id)}
          count={counts.get(row.id) ?? 0}
          onChosen={onChosen}
        />
      )}
    </TargetSections>
  )
}

/** The bridges of the network as targets, or what stands in their place. */
function BridgeTargets(props: TargetListProps & { search: string }) {
  const { choices, bridges, entries, saved, target, search, onChosen } = props
  const { t } = useTranslation('alerts')
  const { t: tBridges } = useTranslation('bridges')
  const { t: tCommon } = useTranslation()
  const { compare } = useFormats()
  const counts = useMemo(() => countByBridge(saved), [saved])
  const groups = useMemo(
    () =>
      groupBridges(choices.bridges, { search, withAlerts: new Set(counts.keys()), compareNames: compare }),
    [choices.bridges, search, counts, compare],
  )
  if (bridges.known === undefined)
    return (
      <Typography variant="table" component="div" color="textSecondary" role="status" sx={{ px: 3, py: 2 }}>
        {bridges.error ? (
          <>
            {tBridges('ofValidator.failed')}{' '}
            <Button variant="text" size="small" onClick={bridges.fetch}>
              {tCommon('error.tryAgain')}
            </Button>
          </>
        ) : (
          tBridges('loading')
        )}
      </Typography>
    )
  return (
    <TargetSections
      every={{
        target: { kind: 'everyBridge' },
        current: target?.kind === 'everyBridge',
        icon: HubOutlined,
        name: t('target.everyBridge'),
        count: countOfEvery(entries.get(wholeNetwork)).bridges,
      }}
      groups={groups}
      headOf={(group) => t(`target.bridgeGroup.${group}`)}
      search={search}
      notFound={t('target.noBridgeFound', { text: search })}
      all={choices.bridges.length}
      onChosen={onChosen}
    >
      {(row) => (
        <BridgeTargetRow
          row={row}
          current={target?.kind === 'bridges' && target.ids.includes(row.id)}
          count={counts.get(row.id) ?? 0}
          onChosen={onChosen}
        />
      )}
    </TargetSections>
  )
}

const Group = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 })

interface SectionsProps<Row> {
  /** Every one of them, above the groups while nobody searches. */
  every: { target: Target; current: boolean; icon: SvgIconComponent; name: string; count: number }
  groups: readonly TargetGroup<Row>[]
  headOf: (group: TargetGroup<Row>['kind']) => string
  search: string
  /** Where nothing is found. */
  notFound: string
  /** How many there are of the kind. */
  all: number
  onChosen: (() => void) | undefined
  children: (row: Row) => ReactNode
}

/** What can be chosen of one kind, in its groups, and how many of them were found. */
function TargetSections<Row extends { id: number }>({
  every,
  groups,
  headOf,
  search,
  notFound,
  all,
  onChosen,
  children,
}: SectionsProps<Row>) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const id = useId()
  const found = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <>
      <VisuallyHidden as="p" id={`${id}-keys`}>
        {t('target.keys')}
      </VisuallyHidden>
      <Roving>
        {(holder) => (
          <nav {...holder} aria-label={t('target.list')} aria-describedby={`${id}-keys`}>
            {search === '' ? (
              <Group>
                <li>
                  <TargetLink {...every} onChosen={onChosen} />
                </li>
              </Group>
            ) : null}
            {groups.map(({ kind, rows }) => (
              <section key={kind} aria-labelledby={`${id}-${kind}`}>
                <Typography
                  id={`${id}-${kind}`}
                  variant="tableHead"
                  component="h2"
                  color="textSecondary"
                  sx={{ px: 3, pt: 4, pb: 1 }}
                >
                  {headOf(kind)}
                </Typography>
                <Group>
                  {rows.map((row) => (
                    <Fragment key={row.id}>{children(row)}</Fragment>
                  ))}
                </Group>
              </section>
            ))}
          </nav>
        )}
      </Roving>
      <Typography
        variant="caption"
        color="textSecondary"
        component="p"
        role="status"
        sx={{ m: 0, px: 3, pt: 3 }}
      >
        {found > 0
          ? t('target.found', { count: found, value: formats.integer(found), all: formats.integer(all) })
          : search === ''
            ? null
            : notFound}
      </Typography>
    </>
  )
}
