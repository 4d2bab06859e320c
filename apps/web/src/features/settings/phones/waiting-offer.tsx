import Paper from '@mui/material/Paper'
import type { Profile } from '@roundsman/contract/accounts/users'
import type { About } from '../../../data/alerts/offered-alerts.ts'
import { useBridges } from '../../../data/network/bridges.ts'
import { useValidators } from '../../../data/network/validators.ts'
import { shortPeerId } from '../../../parts/bridges/bridge-facts.ts'
import { useValidatorsName } from '../../../parts/validator-name.ts'
import { RecommendedOffer } from '../../../parts/alerts/recommended-offer.tsx'

interface Props {
  validators: readonly string[]
  bridges: readonly string[]
  user: Profile
}

/** The alerts that were offered where somebody went to add a number: with SMS and calls, once there is one (P904). */
export function WaitingOffer({ validators, bridges, user }: Props) {
  if (!user.phones.some((phone) => phone.is_confirmed)) return null
  return validators.length > 0 ? <OfValidators ids={validators} /> : <OfBridge id={Number(bridges[0])} />
}

function OfValidators({ ids }: { ids: readonly string[] }) {
  const nameOf = useValidatorsName()
  const rows = useValidators().known?.validators.filter(({ id }) => ids.includes(String(id))) ?? []
  if (rows.length === 0) return null
  return <Framed targets={rows.map(({ id }) => ({ validator: id }))} name={nameOf(rows)} />
}

function OfBridge({ id }: { id: number }) {
  const bridge = useBridges().known?.bridges.find((one) => one.id === id)
  if (!bridge) return null
  return <Framed targets={[{ bridge: id }]} name={bridge.name ?? shortPeerId(bridge.peer_id)} />
}

function Framed(props: { targets: readonly About[]; name: string }) {
  return (
    <RecommendedOffer
      {...props}
      frame={(content) => (
        <Paper variant="outlined" sx={{ display: 'flex', p: 4, mt: 4 }}>
          {content}
        </Paper>
      )}
    />
  )
}
