import Box from '@mui/material/Box'
import { useServices } from '../../data/services/services.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { MutedLines, useMutedOnTargets } from '../../parts/alerts/muted-lines.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { Card } from '../../ui/page/card.tsx'
import { type Choices, nameOf } from './targets/target.ts'

/** What the user muted by an answer, on whichever target: no entry shows it, and it holds back all of them (P970). */
export function MutedCard({ choices }: { choices: Choices }) {
  const { t } = useTranslation('alerts')
  const { network } = useServices()
  const muted = useMutedOnTargets()
  return (
    // It stays when the last one goes, for the focus that was in it.
    <Box
      sx={{ mb: muted.length === 0 ? 0 : 5, '&:focus': { outline: 'none' } }}
      tabIndex={-1}
      ref={keepFocus}
    >
      {muted.length === 0 ? null : (
        <Card title={t('mute.answered')} note={t('mute.answeredHint')}>
          <MutedLines
            muted={muted}
            isNamed
            label={t('mute.answered')}
            nameOf={({ blockchain_validator_id: validator, bridge_id: bridge }) =>
              bridge !== null
                ? nameOf({ kind: 'bridges', ids: [bridge], first: bridge }, bridge, choices)
                : validator !== null
                  ? nameOf({ kind: 'validators', ids: [validator], first: validator }, validator, choices)
                  : network.name
            }
          />
        </Card>
      )}
    </Box>
  )
}
