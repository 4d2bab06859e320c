import HubOutlined from '@mui/icons-material/HubOutlined'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { BridgeTargetRow } from './bridge-target-row.tsx'
import { countByBridge, countOfEvery } from './count-by-target.ts'
import { wholeNetwork } from './entries-by-validator.ts'
import { groupBridges } from './target-groups.ts'
import type { TargetListProps } from './target-list-props.ts'
import { TargetSections } from './target-sections.tsx'

/** The bridges of the network as targets, or what stands in their place. */
export default function BridgeTargets(props: TargetListProps & { search: string }) {
  const { choices, bridges, entries, saved, target, search, onChosen } = props
  const { t } = useTranslation('alerts')
  const { t: ofBridges } = useTranslation('bridges')
  const { t: tell } = useTranslation()
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
            {ofBridges('ofValidator.failed')}{' '}
            <Button variant="text" size="small" onClick={bridges.fetch}>
              {tell('error.tryAgain')}
            </Button>
          </>
        ) : (
          ofBridges('loading')
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
