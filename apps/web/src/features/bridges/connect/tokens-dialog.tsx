import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { bridgeEndpoints } from '@roundsman/contract/bridges/bridge-endpoints'
import type { BridgeToken } from '@roundsman/contract/bridges/bridge-tokens'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formProblem } from '../../../data/api/errors.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { bridgesKey, bridgeTokensKey, bridgeTokensQuery } from '../../../data/network/bridges.ts'
import { ageSeconds } from '../../../data/network/network-health.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { useTeam } from '../../../data/services/teams.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { shortPeerId } from '../../../parts/bridges/bridge-facts.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { ProblemAdvice } from './push-state.tsx'
import { styled } from '../../../ui/theme/styled.tsx'

const againMs = 5_000
const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 })

/** The user's tokens on this network: who uses each, what is wrong with it, and the way to delete it. */
export default function TokensDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('bridges')
  const { t: tCommon } = useTranslation()
  const id = useId()
  const { client, network, queries } = useServices()
  const blockchainId = network.blockchain_id
  const { known, error, fetch } = useFetch(bridgeTokensQuery(client, blockchainId, againMs), [])
  const remove = useAction(
    (tokenId: number) =>
      client.callTo(bridgeEndpoints.deleteBridgeToken, { params: { blockchainId, tokenId } }),
    {
      onLoaded: () =>
        Promise.all(
          [bridgeTokensKey(blockchainId), bridgesKey(blockchainId)].map((queryKey) =>
            queries.invalidateQueries({ queryKey }),
          ),
        ),
    },
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{t('tokens.title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t('tokens.intro', { network: network.name })}
        </Typography>
        {known === undefined ? (
          <Typography role={error ? 'alert' : 'status'}>
            {t(error ? 'tokens.failed' : 'tokens.loading')}
          </Typography>
        ) : known.length === 0 ? (
          <Typography>{t('tokens.none')}</Typography>
        ) : (
          <List>
            {known.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                deleting={remove.loading && remove.input === token.id}
                error={remove.input === token.id ? remove.error : null}
                onDelete={() => remove.run(token.id)}
              />
            ))}
          </List>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
        {known === undefined && error ? <Button onClick={fetch}>{tCommon('error.tryAgain')}</Button> : null}
        <Button variant="contained" onClick={onClose}>
          {t('connect.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  token: BridgeToken
  deleting: boolean
  error: Error | null
  onDelete: () => void
}

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  padding: '12px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

/** One token; deleting it takes its bridge from the list, and is asked about. */
function TokenRow({ token, deleting, error, onDelete }: Props) {
  const { t } = useTranslation('bridges')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const { network } = useServices()
  const [asked, setAsked] = useState(false)
  const { name, peer_id: peerId, problem } = token
  const team = useTeam(token.team_id)
  const mayDelete = token.team_id === null || (team !== undefined && team.role !== 'MEMBER')
  return (
    <Row>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3 }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="label" component="p" dir="auto" noWrap sx={{ m: 0 }}>
            {name}
          </Typography>
          <Use token={token} team={team?.name} />
        </Box>
        {asked || !mayDelete ? null : (
          <Button
            size="small"
            color="error"
            startIcon={<DeleteOutlineRounded />}
            aria-label={t('tokens.deleteOf', { name })}
            onClick={() => setAsked(true)}
            sx={{ flex: 'none' }}
          >
            {t('tokens.delete')}
          </Button>
        )}
      </Box>
      {problem === null ? null : (
        <div>
          <StateMark icon={WarningAmberRounded} tone="warning" emphasis="quiet">
            {t(`problem.${problem}.name`)}
          </StateMark>
          <ProblemAdvice
            problem={problem}
            holds={problem === 'contested' && peerId !== null}
            network={network.name}
          />
        </div>
      )}
      {asked ? (
        <Box role="group" aria-label={t('tokens.deleteOf', { name })} sx={{ display: 'grid', gap: 2 }}>
          <Typography variant="table">{t(peerId === null ? 'tokens.askUnused' : 'tokens.ask')}</Typography>
          {error ? (
            <Typography variant="table" color="error" role="alert">
              {formProblem(error, tCommon, formats)}
            </Typography>
          ) : null}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Button size="small" variant="contained" color="error" loading={deleting} onClick={onDelete}>
              {t('tokens.reallyDelete')}
            </Button>
            <Button size="small" variant="text" autoFocus onClick={() => setAsked(false)}>
              {t('tokens.keep')}
            </Button>
          </Box>
        </Box>
      ) : null}
    </Row>
  )
}

/** "12D3KooWQm…f8Rk · used 3 s ago" */
function Use({
  token: { peer_id: peerId, last_used_at: usedAt },
  team,
}: Pick<Props, 'token'> & { team: string | undefined }) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const age = ageSeconds(usedAt, useNow())
  const parts = [
    ...(team === undefined ? [] : [team]),
    peerId === null ? t('tokens.noPeer') : shortPeerId(peerId),
    age === null ? t('tokens.neverUsed') : t('tokens.used', { age: formats.duration(age) }),
  ]
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
      {parts.join(' · ')}
    </Typography>
  )
}
