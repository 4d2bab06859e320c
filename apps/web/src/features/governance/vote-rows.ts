import type { ProposalDetails, ValidatorVote } from '@roundsman/contract/governance/governance'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { TFunction } from 'i18next'
import { csvText } from '../../data/browser/files.ts'
import type { Formats } from '../../i18n/formats.ts'
import { optionsText } from '../../parts/governance/proposal-text.ts'
import { validatorName } from '../../parts/validator-name.ts'

/** `unseen`: at some look before the end it had not voted; whether it did after that nobody can know (V5). */
export type VoteState = 'voted' | 'not_voted' | 'missed' | 'unseen' | 'unknown'

export interface VoteRow {
  id: number
  name: string
  validator: Validator | undefined
  state: VoteState
  vote: ValidatorVote | null
  isMine: boolean
}

/** Everybody whose vote was looked for, and those of the user's of whom nothing is known. */
export function voteRows(
  proposal: ProposalDetails,
  rowOf: (id: number) => Validator | undefined,
  nameless: (id: number) => string,
): VoteRow[] {
  const mine = new Set([...proposal.voted, ...proposal.not_voted, ...proposal.unknown])
  const notVoted = new Set(proposal.not_voted)
  const known = new Set(proposal.votes.map(({ validator_id }) => validator_id))
  const stateOf = ({ validator_id: id, vote }: ValidatorVote): VoteState => {
    if (vote !== null) return 'voted'
    if (proposal.state === 'VOTING') return 'not_voted'
    return notVoted.has(id) ? 'missed' : 'unseen'
  }
  const row = (id: number, state: VoteState, vote: ValidatorVote | null): VoteRow => {
    const validator = rowOf(id)
    return {
      ...{ id, state, vote, validator, isMine: mine.has(id) },
      name: validator ? validatorName(validator) : nameless(id),
    }
  }
  return [
    ...proposal.votes.map((vote) => row(vote.validator_id, stateOf(vote), vote)),
    ...proposal.unknown.filter((id) => !known.has(id)).map((id) => row(id, 'unknown', null)),
  ]
}

/** A vote in words: what was chosen, and how it was split where it was. */
export function voteText({ state, vote }: VoteRow, t: TFunction<'governance'>, formats: Formats): string {
  const options = vote?.vote ?? null
  return state !== 'voted' || options === null ? t(`vote.${state}`) : optionsText(options, t, formats)
}

/** Rows whose name, address or vote has the text. */
export function matchingRows(
  rows: readonly VoteRow[],
  text: string,
  said: (row: VoteRow) => string,
): readonly VoteRow[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) =>
    [row.name, row.validator?.operator_address ?? '', row.validator?.consensus_address ?? '', said(row)].some(
      (one) => one.toLocaleLowerCase().includes(wanted),
    ),
  )
}

/** The rows in the contract's own words; what is not known stays empty. */
export function votesCsv(rows: readonly VoteRow[]): string {
  const head = ['validator_id', 'moniker', 'operator_address', 'state', 'vote', 'at', 'height', 'assurance']
  return csvText(
    head,
    rows.map(({ id, validator, state, vote }) => [
      id,
      validator?.moniker ?? null,
      validator?.operator_address ?? null,
      state.toUpperCase(),
      vote?.vote?.map(({ option, weight }) => `${option} ${weight}`).join(' ') ?? null,
      vote?.at ?? null,
      vote?.height ?? null,
      vote?.assurance ?? null,
    ]),
  )
}
