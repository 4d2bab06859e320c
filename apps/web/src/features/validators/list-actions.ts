import type { NetworkStatus, Validator, ValidatorsList } from '@roundsman/contract/networks/validators'
import { type RefObject, useMemo } from 'react'
import { csvText, fileTime, saveFile } from '../../data/browser/files.ts'
import { validatorsKey } from '../../data/network/validators.ts'
import { useServices } from '../../data/services/services.ts'
import { useCopy } from '../../ui/controls/copy.tsx'

export interface ListActions {
  copy: (text: string) => void
  copyView: () => void
  downloadCsv: () => void
}

/** Copying and saving what the list shows. */
export function useListActions(shown: RefObject<readonly Validator[]>): ListActions {
  const { network, queries, serverTime } = useServices()
  const copy = useCopy()
  return useMemo(
    () => ({
      copy,
      copyView: () => copy(window.location.href),
      downloadCsv() {
        const known = queries.getQueryData<ValidatorsList>(validatorsKey(network.blockchain_id))
        const unit = known?.status.unit ?? null
        // What is drawn from may be of some blocks ago.
        const newest = new Map(known?.validators.map((row) => [row.id, row]))
        const rows = shown.current.map((row) => newest.get(row.id) ?? row)
        saveFile(csvName(network.host, serverTime.now()), validatorsCsv(rows, unit))
      },
    }),
    [copy, network, queries, serverTime, shown],
  )
}

const before = ['rank', 'moniker', 'operator_address', 'consensus_address', 'bond_status', 'jailed'] as const
const after = [
  'voting_power',
  'voting_power_share',
  'commission_rate',
  'uptime',
  'missed_blocks',
  'missed_blocks_exact',
  'signed_blocks_window',
  'consecutive_missed',
  'consecutive_missed_exact',
  'seconds_to_jail',
  'seconds_to_jail_at_most',
  'recent_signatures',
  'updated_at',
] as const

/**
 * The rows as RFC 4180 text in the contract's own words; what is not known stays empty. Amounts are exact, in the unit
 * that the head of their column names.
 */
export function validatorsCsv(rows: readonly Validator[], unit: NetworkStatus['unit']): string {
  const head = [...before, 'jailed_until', 'tombstoned', `tokens_${unit?.symbol ?? 'base_units'}`, ...after]
  return csvText(
    head,
    rows.map((row) => [
      ...before.map((field) => row[field]),
      row.jailed_until,
      row.tombstoned,
      row.tokens === null ? null : inUnits(row.tokens, unit?.decimals ?? 0),
      ...after.map((field) => row[field]),
    ]),
  )
}

/** `celestia.example.org-validators-2026-11-21T120000Z.csv` */
export function csvName(host: string, now: number): string {
  return `${host}-validators-${fileTime(now)}.csv`
}

/** An amount of base units, letter by letter: it may pass 2^53. */
function inUnits(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
