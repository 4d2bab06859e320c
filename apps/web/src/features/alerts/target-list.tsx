import SearchRounded from '@mui/icons-material/SearchRounded'
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import Typography from '@mui/material/Typography'
import type { Validator } from '@roundsman/contract/validators'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { ChoiceGroup } from './choice-group.ts'
import { InputFrame } from '../../ui/input-frame.ts'
import { countOf, type EntriesByValidator, wholeNetwork } from './entries-by-validator.ts'
import type { Target } from './target.ts'
import { groupTargets } from './target-groups.ts'
import { TargetLink, TargetRow } from './target-row.tsx'

const Frame = styled(InputFrame)(({ theme }) => ({
  height: 'max(34px, 2.125rem)',
  '& input': theme.typography.table,
  [theme.breakpoints.down('md')]: { height: 'max(42px, 2.625rem)', '& input': { fontSize: '1rem' } },
}))
const Group = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 })

interface Props {
  validators: readonly Validator[]
  mine: ReadonlySet<number>
  entries: EntriesByValidator
  target: Target | null
  onTarget: (target: Target) => void
  /** Something was chosen: where the list covers the page it goes. */
  onChosen?: () => void
}

/** What alerts can be set for: the user's own validators first, each with its state and how many entries it has. */
export function TargetList({ validators, mine, entries, target, onTarget, onChosen }: Props) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const { network } = useServices()
  const id = useId()
  const [search, setSearch] = useState('')
  const counts = useMemo(
    () => new Map([...entries].map(([key, ofTarget]) => [key, countOf(ofTarget)])),
    [entries],
  )
  const groups = useMemo(() => {
    const withAlerts = new Set([...counts.keys()].filter((key) => key !== wholeNetwork))
    return groupTargets(validators, { search, mine, withAlerts })
  }, [validators, search, mine, counts])
  const found = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const whole = entries.get(wholeNetwork)
  const ofNetwork = whole?.NETWORK.length ?? 0
  const ofEvery = (counts.get(wholeNetwork) ?? 0) - ofNetwork
  const kind = target?.kind === 'network' || target?.kind === 'bridges' ? target.kind : 'validators'
  return (
    <>
      <Frame>
        <SearchRounded aria-hidden />
        <input
          type="search"
          value={search}
          placeholder={t('target.search')}
          aria-label={t('target.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Frame>
      <ChoiceGroup
        exclusive
        value={kind}
        size="small"
        aria-label={t('target.kinds')}
        sx={{ my: 2, flexWrap: 'wrap' }}
        onChange={(_event, next: 'network' | 'bridges' | 'validators' | null) => {
          if (next === null) return
          onTarget(next === 'validators' ? { kind: 'every' } : { kind: next })
          if (next !== 'validators') onChosen?.()
        }}
      >
        <ToggleButton value="validators">{t('target.validators')}</ToggleButton>
        {network.is_da_enabled ? <ToggleButton value="bridges">{t('target.bridges')}</ToggleButton> : null}
        <ToggleButton value="network">{t('target.network')}</ToggleButton>
      </ChoiceGroup>
      <nav aria-label={t('target.list')}>
        {search === '' ? (
          <Group>
            <li>
              <TargetLink
                target={{ kind: 'every' }}
                current={target?.kind === 'every'}
                icon={VerifiedUserOutlined}
                name={t('target.every')}
                count={ofEvery}
                onChosen={onChosen}
              />
            </li>
          </Group>
        ) : null}
        {groups.map(({ kind: group, rows }) => (
          <section key={group} aria-labelledby={`${id}-${group}`}>
            <Typography
              id={`${id}-${group}`}
              variant="tableHead"
              component="h2"
              color="textSecondary"
              sx={{ px: 3, pt: 4, pb: 1 }}
            >
              {t(`target.group.${group}`)}
            </Typography>
            <Group>
              {rows.map((row) => (
                <TargetRow
                  key={row.id}
                  row={row}
                  current={target?.kind === 'validators' && target.ids.includes(row.id)}
                  count={counts.get(row.id) ?? 0}
                  onChosen={onChosen}
                />
              ))}
            </Group>
          </section>
        ))}
      </nav>
      <Typography
        variant="caption"
        color="textSecondary"
        component="p"
        role="status"
        sx={{ m: 0, px: 3, pt: 3 }}
      >
        {found === 0
          ? t('target.notFound', { text: search })
          : t('target.found', {
              count: found,
              value: formats.integer(found),
              all: formats.integer(validators.length),
            })}
      </Typography>
    </>
  )
}
