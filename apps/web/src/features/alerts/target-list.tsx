import SearchRounded from '@mui/icons-material/SearchRounded'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { InputFrame } from '../../ui/input-frame.ts'
import { ChoiceGroup } from './choice-group.ts'
import { kindOf, type Target, type TargetKind } from './target.ts'
import type { TargetListProps } from './target-list-props.ts'
import { ValidatorTargets } from './validator-targets.tsx'

const Frame = styled(InputFrame)(({ theme }) => ({
  height: 'max(34px, 2.125rem)',
  '& input': theme.typography.table,
  [theme.breakpoints.down('md')]: { height: 'max(42px, 2.625rem)', '& input': { fontSize: '1rem' } },
}))

/** Loaded with their texts where somebody looks for a bridge. */
const BridgeTargets = lazy(() => import('./bridge-targets.tsx'))

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
  const [written, write] = useState({ kind, text: '' })
  // What was looked for among validators is looked for no more among bridges.
  const search = written.kind === kind ? written.text : ''
  const label = t(kind === 'bridges' ? 'target.searchBridges' : 'target.search')
  return (
    <>
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
      <ChoiceGroup
        exclusive
        value={kind}
        size="small"
        aria-label={t('target.kinds')}
        sx={{ my: 2, flexWrap: 'wrap' }}
        onChange={(_event, next: TargetKind | null) => {
          if (next === null) return
          onTarget(wholeOf[next])
          if (next === 'network') onChosen?.()
        }}
      >
        <ToggleButton value="validators">{t('target.validators')}</ToggleButton>
        {network.is_da_enabled ? <ToggleButton value="bridges">{t('target.bridges')}</ToggleButton> : null}
        <ToggleButton value="network">{t('target.network')}</ToggleButton>
      </ChoiceGroup>
      {kind === 'bridges' ? (
        <Suspense fallback={null}>
          <BridgeTargets {...props} search={search} />
        </Suspense>
      ) : (
        <ValidatorTargets {...props} search={search} />
      )}
    </>
  )
}
