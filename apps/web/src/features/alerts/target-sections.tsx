import type { SvgIconComponent } from '@mui/icons-material'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import type { Target } from './target.ts'
import type { TargetGroup } from './target-groups.ts'
import { TargetLink } from './target-row.tsx'

const Group = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 })

interface Props<Row> {
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
export function TargetSections<Row extends { id: number }>({
  every,
  groups,
  headOf,
  search,
  notFound,
  all,
  onChosen,
  children,
}: Props<Row>) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const id = useId()
  const found = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <>
      <nav aria-label={t('target.list')}>
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
