import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { stateOf } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { StateCell } from '../../parts/state-cell.tsx'
import { ValidatorLink } from '../../parts/validator-link.tsx'
import { Card } from '../../ui/card.tsx'

/** The validator that runs the bridge, as its owner says. */
export function RunnerCard({ validator }: { validator: Validator | undefined }) {
  const { t } = useTranslation('bridges')
  return (
    <Card title={t('detail.validator')}>
      {validator ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: '1 1 120px', minWidth: 0, typography: 'table' }}>
            <ValidatorLink row={validator} />
          </Box>
          <StateCell state={stateOf(validator)} />
        </Box>
      ) : (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t('detail.noValidator')}
        </Typography>
      )}
    </Card>
  )
}
