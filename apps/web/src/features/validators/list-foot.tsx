import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import StripLegend from '../../ui/strip/strip-legend.tsx'
import type { UnknownColumn } from './unknown-columns.ts'

interface ListFootProps {
  rows: number
  data: ValidatorsList
  waiting: boolean
  unknown: readonly UnknownColumn[]
}

/** Below the rows: what the strip means, how many there are, and why a column is empty. */
export function ListFoot({ rows, data, waiting, unknown }: ListFootProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { network } = useServices()
  const total = data.validators.length
  const parts = [
    waiting && t('list.orderWaits'),
    t('list.shown', { shown: formats.integer(rows), count: total, value: formats.integer(total) }),
    data.status.signed_blocks_window !== null &&
      t('list.window', {
        count: data.status.signed_blocks_window,
        value: formats.integer(data.status.signed_blocks_window),
      }),
  ]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, mt: 3 }}>
      <StripLegend />
      <Typography variant="caption" color="textSecondary">
        {parts.filter((part) => part !== false).join(' · ')}
      </Typography>
      {unknown.length > 0 ? (
        <Typography variant="caption" color="textSecondary" sx={{ flexBasis: '100%' }}>
          {t('list.notReported', {
            network: network.name,
            columns: unknown.map((id) => (id === 'jailed' ? t('show.jailed') : t(`column.${id}`))).join(', '),
          })}
        </Typography>
      ) : null}
    </Box>
  )
}
