import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { bridgeEndpoints } from '@roundsman/contract/bridge-endpoints'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { bridgeTokensKey, bridgeTokensQuery } from '../../data/bridges/bridge-tokens-query.ts'
import { bridgesKey } from '../../data/bridges/bridges-key.ts'
import { useAction, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { TokenRow } from './token-row.tsx'

const againMs = 5_000
const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 })

/** The user's tokens on this network: who uses each, what is wrong with it, and the way to delete it. */
export default function TokensDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('bridges')
  const { t: tell } = useTranslation()
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
        {known === undefined && error ? <Button onClick={fetch}>{tell('error.tryAgain')}</Button> : null}
        <Button variant="contained" onClick={onClose}>
          {t('connect.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
