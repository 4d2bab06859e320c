import CancelOutlined from '@mui/icons-material/CancelOutlined'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ProposalDetails } from '@roundsman/contract/governance/governance'
import type { Validator } from '@roundsman/contract/networks/validators'
import { functionalUpdate, useTable } from '@tanstack/react-table'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { fileTime, saveFile } from '../../data/browser/files.ts'
import { useServices } from '../../data/services/services.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ValidatorLink } from '../../parts/validator-cells.tsx'
import { SearchBox } from '../../ui/controls/filters.tsx'
import { Known } from '../../ui/known.tsx'
import { Card } from '../../ui/page/card.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { columnSheet } from '../../ui/table/column-sheet.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { features, type TableColumn } from '../../ui/table/table-frame.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { useLetterScale } from '../../ui/use-measured.ts'
import { matchingRows, type VoteRow, voteRows, type VoteState, votesCsv, voteText } from './vote-rows.ts'

const marks = {
  voted: [CheckCircleOutlineRounded, 'success', 'silent'],
  not_voted: [WarningAmberRounded, 'warning', 'quiet'],
  missed: [CancelOutlined, 'error', 'quiet'],
  unseen: [HelpOutlineRounded, 'neutral', 'silent'],
  unknown: [HelpOutlineRounded, 'neutral', 'silent'],
} as const satisfies Record<VoteState, unknown>

/** Who has something to do stands first, and who is not known stands apart from both. */
const order: readonly VoteState[] = ['not_voted', 'missed', 'unseen', 'unknown', 'voted']

const widths = { vote: 11, power: 5.25, at: 7, known: 6.75 }
/** The name keeps a place beside the vote, also with letters of twice the size. */
const widthOf = (id: 'name' | keyof typeof widths) =>
  id === 'name' ? null : id === 'vote' ? 'min(var(--vote), 55cqi)' : `var(--${id})`

const Frame = styled('div')({
  ...columnSheet(widths, [
    { below: 43, without: ['known'] },
    { below: 34, without: ['at'] },
    { below: 27, without: ['power'] },
  ]),
  '& td[data-column="name"]': { overflow: 'hidden' },
})

/** Px of a row with letters of the usual size, as its sheet says (table-frame.tsx). */
const rowHeight = 36

interface Props {
  proposal: ProposalDetails
  rowOf: (id: number) => Validator | undefined
}

/** Every vote that is known, and who of them has not voted (P958). */
export function VotesCard({ proposal, rowOf }: Props) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const { network, serverTime } = useServices()
  const [text, setText] = useState('')
  const all = useMemo(
    () => voteRows(proposal, rowOf, (id) => t('unknownValidator', { id: String(id) })),
    [proposal, rowOf, t],
  )
  const rows = matchingRows(all, text, (row) => voteText(row, t, formats))
  const table = useVotesTable(all)
  const passing = new Set(rows)
  const shown = table.getRowModel().rows.filter(({ original }) => passing.has(original))
  const scale = useLetterScale()
  const save = () =>
    saveFile(
      `${network.host}-proposal-${proposal.proposal_id}-votes-${fileTime(serverTime.now())}.csv`,
      votesCsv(shown.map(({ original }) => original)),
    )
  return (
    <Card
      title={t('votes.title')}
      note={t('votes.note')}
      flush
      action={
        all.length === 0 ? null : (
          <Button size="small" startIcon={<DownloadRounded />} onClick={save}>
            {t('votes.csv')}
          </Button>
        )
      }
    >
      {all.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: 5, pb: 4 }}>
          {t('votes.none')}
        </Typography>
      ) : (
        <>
          <Box sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
            <SearchBox label={t('votes.search')} value={text} onChange={setText} />
          </Box>
          {shown.length === 0 ? (
            <Typography color="textSecondary" role="status" sx={{ px: { xs: 4, sm: 5 }, pb: 4 }}>
              {t('votes.noMatch', { text })}
            </Typography>
          ) : (
            <Frame>
              <DataTable
                table={table}
                rows={shown}
                label={t('votes.title')}
                rowHeight={rowHeight * scale}
                textOf={(row, id) => cellText(row, id, t, formats, serverTime.now())}
              />
            </Frame>
          )}
        </>
      )}
    </Card>
  )
}

function useVotesTable(data: VoteRow[]) {
  const { t } = useTranslation('governance')
  const { t: tValidator } = useTranslation('validator')
  const formats = useFormats()
  const { serverTime } = useServices()
  const [sorting, setSorting] = useState([{ id: 'vote', desc: false }])
  const columns = useMemo(
    () => voteColumns({ t, tValidator, formats, now: serverTime.now() }),
    [t, tValidator, formats, serverTime],
  )
  const state = useMemo(() => ({ sorting }), [sorting])
  return useTable({
    features,
    columns,
    data,
    getRowId: ({ id }) => String(id),
    state,
    onSortingChange: (change) => setSorting(functionalUpdate(change, sorting)),
    enableSortingRemoval: false,
    enableMultiSort: false,
  })
}

interface Writing {
  t: TFunction<'governance'>
  tValidator: TFunction<'validator'>
  formats: Formats
  now: number
}

function voteColumns({ t, tValidator, formats, now }: Writing): TableColumn<VoteRow>[] {
  const column = (
    id: 'name' | keyof typeof widths,
    cell: (row: VoteRow) => React.ReactNode,
    compare: (a: VoteRow, b: VoteRow) => number,
    align: 'start' | 'end' = 'start',
  ): TableColumn<VoteRow> => {
    const label = t(`votes.column.${id}`)
    return {
      id,
      header: label,
      meta: { label, align, width: widthOf(id) },
      cell: ({ row }) => cell(row.original),
      accessorFn: (row) => row.id,
      sortFn: (a, b) => compare(a.original, b.original) || formats.compare(a.original.name, b.original.name),
      sortDescFirst: id === 'power' || id === 'at',
    }
  }
  return [
    column(
      'name',
      ({ validator, name }) => (validator ? <ValidatorLink row={validator} /> : name),
      (a, b) => formats.compare(a.name, b.name),
    ),
    column(
      'vote',
      (row) => {
        const [icon, tone, emphasis] = marks[row.state]
        const said = voteText(row, t, formats)
        return (
          <StateMark
            icon={icon}
            tone={tone}
            emphasis={emphasis}
            full={row.state === 'unseen' ? t('vote.unseenHint') : said}
          >
            {said}
          </StateMark>
        )
      },
      (a, b) =>
        order.indexOf(a.state) - order.indexOf(b.state) ||
        formats.compare(voteText(a, t, formats), voteText(b, t, formats)),
    ),
    column(
      'power',
      ({ validator }) => {
        const share = validator?.voting_power_share ?? null
        return <Known>{share === null ? null : formats.percent(share)}</Known>
      },
      (a, b) => (a.validator?.voting_power_share ?? -1) - (b.validator?.voting_power_share ?? -1),
      'end',
    ),
    column(
      'at',
      ({ vote }) =>
        vote === null ? (
          <Known>{null}</Known>
        ) : (
          <time dateTime={vote.at} title={t('votes.height', { height: formats.integer(vote.height) })}>
            {formats.shortTime(vote.at, now)}
          </time>
        ),
      (a, b) => (a.vote?.height ?? -1) - (b.vote?.height ?? -1),
    ),
    column(
      'known',
      ({ vote }) => (vote === null ? <Known>{null}</Known> : tValidator(`assurance.${vote.assurance}`)),
      (a, b) => (a.vote?.assurance ?? '').localeCompare(b.vote?.assurance ?? ''),
    ),
  ]
}

function cellText(
  row: VoteRow,
  id: string,
  t: TFunction<'governance'>,
  formats: Formats,
  now: number,
): string {
  const share = row.validator?.voting_power_share ?? null
  switch (id) {
    case 'name':
      return row.name
    case 'vote':
      return voteText(row, t, formats)
    case 'power':
      return share === null ? '' : formats.percent(share)
    case 'at':
      return row.vote === null ? '' : formats.time(row.vote.at, now)
    case 'known':
      return row.vote?.assurance ?? ''
    default:
      return ''
  }
}
