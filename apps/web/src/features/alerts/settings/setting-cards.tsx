import Typography from '@mui/material/Typography'
import Box from '@mui/material/Box'
import { alertTriggers } from '@roundsman/contract/alerts/alerts'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { Segments } from '../../../ui/controls/segments.tsx'
import { ageOf, conditionOf, valueText, isEnding } from './condition-states.tsx'
import { onOf, type SettingGroup, type SettingRow, settingsOfTrigger } from './setting-groups.ts'
import {
  ChannelBox,
  ChannelHead,
  GroupToggle,
  nameIndent,
  RowName,
  SettingGrid,
  type SettingsView,
  useOpenTypes,
} from './setting-row.tsx'
import { styled } from '../../../ui/theme/styled.tsx'

type Trigger = (typeof alertTriggers)[number]

const Group = styled('div')(({ theme }) => ({
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&:last-of-type': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
}))
const Line = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) repeat(var(--boxes), max(44px, 3rem))',
  alignItems: 'center',
  padding: '5px 10px',
  minHeight: 40,
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > :not(:first-of-type)': { display: 'grid', justifyItems: 'center' },
  // As many as have no room beside the name stand below it, each with its own name.
  '&[data-wrapped]': {
    gridTemplateColumns: 'repeat(auto-fill, minmax(max(60px, 4rem), 1fr))',
    rowGap: 6,
    '& > div:first-of-type': { gridColumn: '1 / -1' },
  },
  '&[data-wide]': { gridTemplateColumns: 'minmax(0, 1fr) repeat(var(--boxes), max(56px, 3.5rem))' },
  '&[data-head]': { padding: '2px 10px', backgroundColor: theme.vars.palette.background.sunken },
}))
/** As many boxes as stand beside a name on a phone. */
const mostBeside = 3

interface CardsProps {
  view: SettingsView
  /** On a phone. */
  narrow: boolean
}

type Fit = 'beside' | 'wide' | 'wrapped'
const fitOf = (fit: Fit) => (fit === 'beside' ? {} : { [`data-${fit}`]: '' })

/** The settings on a phone, or by more channels than a table holds: one trigger at a time, a line for each condition. */
export function SettingCards({ view, narrow }: CardsProps) {
  const fit = !narrow ? 'wide' : view.channels.length > mostBeside ? 'wrapped' : 'beside'
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const rows = view.groups.flatMap((group) => group.rows)
  const [trigger, setTrigger] = useState<Trigger>('FALSE_TO_TRUE')
  const [isOpen, toggle] = useOpenTypes()
  return (
    <>
      <Box sx={{ display: 'grid', px: 4, py: 3 }}>
        <Segments
          label={t('trigger')}
          value={trigger}
          choices={alertTriggers.map((value) => {
            const on = onOf(view.draft.boxes, settingsOfTrigger(rows, value))
            return { value, text: `${t(`when.${value}`)} (${formats.integer(on)})` }
          })}
          onChoose={setTrigger}
        />
      </Box>
      <SettingGrid>
        {(holder) => (
          <Box {...holder} role="grid" aria-label={t('settings')} sx={{ '--boxes': view.channels.length }}>
            {view.groups.map((group) => (
              <GroupLines
                key={group.type}
                view={view}
                group={group}
                trigger={trigger}
                fit={fit}
                open={isOpen(group.type)}
                onToggle={() => toggle(group.type)}
              />
            ))}
          </Box>
        )}
      </SettingGrid>
    </>
  )
}

interface GroupProps {
  view: SettingsView
  group: SettingGroup
  trigger: Trigger
  fit: Fit
  open: boolean
  onToggle: () => void
}

function GroupLines({ view, group, trigger, fit, open, onToggle }: GroupProps) {
  const { t } = useTranslation('alerts')
  const on = onOf(view.draft.boxes, settingsOfTrigger(group.rows, trigger))
  const rows = group.rows.filter(({ ends }) => trigger === 'FALSE_TO_TRUE' || ends !== null)
  return (
    <Group role="rowgroup" aria-label={t(`type.${group.type}`)}>
      <Line role="row" data-head="" {...fitOf(fit)}>
        <div role="rowheader">
          <GroupToggle type={group.type} open={open} onToggle={onToggle}>
            <span>{t(`type.${group.type}`)}</span>
            <Typography variant="caption" color="textSecondary" component="span">
              {on === 0 ? t('noneOn') : t('on', { count: on })}
            </Typography>
          </GroupToggle>
        </div>
        {open && rows.length > 0 && fit !== 'wrapped'
          ? view.channels.map((channel) => (
              <div key={channel} role="columnheader">
                <ChannelHead channel={channel} />
              </div>
            ))
          : null}
      </Line>
      {!open ? null : rows.length === 0 ? (
        <div role="row">
          <Typography role="gridcell" color="textSecondary" sx={{ px: 4, py: 3 }}>
            {t('noEnds')}
          </Typography>
        </div>
      ) : (
        rows.map((row) => <RowLine key={row.key} view={view} row={row} trigger={trigger} fit={fit} />)
      )}
    </Group>
  )
}

function RowLine({
  view,
  row,
  trigger,
  fit,
}: Pick<GroupProps, 'view' | 'trigger' | 'fit'> & { row: SettingRow }) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const { serverTime } = useServices()
  const setting = trigger === 'FALSE_TO_TRUE' ? row.begins : (row.ends ?? row.begins)
  const condition = conditionOf(row, view.conditions ?? undefined)
  const state = condition?.state ?? 'UNKNOWN'
  const value = valueText(condition, row.begins, { formats, row: view.row, t })
  const age = condition === null ? null : ageOf(condition, serverTime.now())
  const now =
    state === 'UNKNOWN'
      ? age === null
        ? t('condition.UNKNOWN')
        : t('condition.unknownFor', { duration: formats.roughDuration(age) })
      : [
          t(`condition.now_${state}`),
          value === null || row.begins.unit !== 'BLOCKS' || isEnding(condition, row.begins, view.row)
            ? value
            : t('condition.blocks', { value, count: view.row?.consecutive_missed ?? condition?.value ?? 0 }),
        ]
          .filter((part) => part !== null)
          .join(', ')
  return (
    <Line role="row" {...fitOf(fit)}>
      <div role="rowheader">
        <RowName row={row} shown={[setting]} condition={condition} view={view} />
        {view.conditions ? (
          <Typography
            variant="caption"
            color="textSecondary"
            component="div"
            sx={{ paddingInlineStart: `${nameIndent}px` }}
          >
            {now}
          </Typography>
        ) : null}
      </div>
      {view.channels.map((channel) => (
        <div key={channel} role="gridcell">
          <ChannelBox view={view} row={row} setting={setting} channel={channel} />
          {fit === 'wrapped' ? <ChannelHead channel={channel} /> : null}
        </div>
      ))}
    </Line>
  )
}
