import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countOfEvery } from './count-by-target.ts'
import { countOf, wholeNetwork } from './entries-by-validator.ts'
import { groupTargets } from './target-groups.ts'
import type { TargetListProps } from './target-list-props.ts'
import { TargetRow } from './target-row.tsx'
import { TargetSections } from './target-sections.tsx'

/** The validators of the network as targets. */
export function ValidatorTargets(props: TargetListProps & { search: string }) {
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
