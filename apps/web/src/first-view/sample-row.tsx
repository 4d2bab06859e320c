import type { Validator } from '@roundsman/contract/validators'
import { AttentionChips } from '../features/validators/attention-chips.tsx'
import { CardsHead } from '../features/validators/cards-head.tsx'
import type { ListView } from '../features/validators/list-search.ts'
import { ValidatorCard } from '../features/validators/validator-card.tsx'
import { StripLegend } from '../ui/strip/strip-legend.tsx'

const sample: Validator = {
  id: 0,
  operator_address: null,
  consensus_address: '',
  moniker: 'moniker',
  identity: null,
  website: null,
  avatar: null,
  rank: 1,
  bond_status: 'BOND_STATUS_BONDED',
  jailed: false,
  tombstoned: false,
  jailed_until: null,
  tokens: '1000000',
  voting_power: '1',
  voting_power_share: 1,
  commission_rate: 0,
  uptime: 1,
  missed_blocks: 0,
  signed_blocks_window: 1,
  consecutive_missed: 0,
  seconds_to_jail: null,
  recent_signatures: 'spnm-',
  updated_at: '2026-01-01T00:00:00Z',
}
const counts = { all: 1, active: 1, inactive: 0, jailed: 1, risk: 1, missing: 1 }
const view: ListView = { q: '', show: 'all', sort: 'rank', desc: false }
const nothing = () => undefined

/** Never shown: its rules go along with the first view, so that the first rows need no new ones when they come. */
export function SampleRow() {
  return (
    <>
      <AttentionChips counts={counts} view={view} onShow={nothing} />
      <CardsHead view={view} onSort={nothing} />
      <ValidatorCard row={sample} unit={null} staleAge={null} unseenBlocks={0} onMenu={nothing} />
      <StripLegend />
    </>
  )
}
