import { type AlertSetting, alertTriggers } from '@roundsman/contract/alerts/alerts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { SeverityMark } from '../../../parts/alerts/alert-marks.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import { conditionOf, ConditionWord, isEnding, valueText } from './condition-states.tsx'
import { onOf, type SettingGroup, type SettingRow, settingsOfRow } from './setting-groups.ts'
import {
  ChannelBox,
  ChannelHead,
  GroupToggle,
  RowName,
  SettingGrid,
  type SettingsView,
  useOpenTypes,
} from './setting-row.tsx'
import { styled } from '../../../ui/theme/styled.tsx'

const Table = styled('table')(({ theme }) => ({
  ...theme.typography.table,
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  '& th': { ...theme.typography.tableHead, textAlign: 'start', color: theme.vars.palette.text.secondary },
  '& thead': { backgroundColor: theme.vars.palette.background.sunken },
  '& thead th': { padding: '8px 8px', verticalAlign: 'bottom' },
  '& thead th.trigger': { padding: '8px 8px 4px', textAlign: 'center' },
  '& thead tr + tr th.box': { padding: '0 0 8px' },
  '& thead th[rowspan]:first-of-type': { paddingInlineStart: 20 },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& tbody td, & tbody th[scope="row"]': { padding: '4px 8px', height: 30 },
  '& tbody th[scope="row"]': {
    ...theme.typography.table,
    color: theme.vars.palette.text.primary,
  },
  '& tbody tr:not([data-head]):hover': { backgroundColor: theme.vars.palette.action.hover },
  '& tr[data-head]': { backgroundColor: theme.vars.palette.background.sunken },
  '& tr[data-head] th': { padding: '0 8px', color: theme.vars.palette.text.primary },
  '& .end': { textAlign: 'end', whiteSpace: 'nowrap' },
  // A sentence in place of a figure has no room in one line.
  '& td.words': { ...theme.typography.caption, whiteSpace: 'normal', paddingInlineStart: 0 },
  '& tbody td.box': { textAlign: 'center', padding: 0 },
  '& .edge': { borderInlineStart: `1px solid ${theme.vars.palette.divider}` },
  '& .quiet': { color: theme.vars.palette.text.secondary },
  // What words and figures take at their longest; the name of the condition has the rest.
  '& col.value': { width: '5.5rem' },
  '& col.now': { width: '4.75rem' },
  '& col.severity': { width: '6.25rem' },
  '& col.box': { width: '2.9rem' },
  '&:lang(ru), &:lang(uk)': {
    '& col.value': { width: '5.75rem' },
    '& col.now': { width: '6rem' },
    '& col.severity': { width: '9.4rem' },
    '& col.box': { width: '3.25rem' },
  },
}))

interface Props {
  view: SettingsView
}

/** Every condition in a row of its group: how it stands, how much it matters, and a box for each trigger and channel. */
export function SettingTable({ view }: Props) {
  const { t } = useTranslation('alerts')
  const [isOpen, toggle] = useOpenTypes()
  const showsConditions = view.conditions !== null
  return (
    <SettingGrid>
      {(holder) => (
        <Table {...holder} role="grid" aria-label={t('settings')}>
          <colgroup>
            <col />
            {showsConditions ? (
              <>
                <col className="value" />
                <col className="now" />
              </>
            ) : null}
            <col className="severity" />
            {alertTriggers.flatMap((trigger) =>
              view.channels.map((channel) => <col key={trigger + channel} className="box" />),
            )}
          </colgroup>
          <thead>
            <tr>
              <th rowSpan={2} scope="col">
                {t('column.condition')}
              </th>
              {showsConditions ? (
                <>
                  <th rowSpan={2} scope="col" className="end">
                    {t('column.value')}
                  </th>
                  <th rowSpan={2} scope="col">
                    {t('column.now')}
                  </th>
                </>
              ) : null}
              <th rowSpan={2} scope="col">
                {t('column.severity')}
              </th>
              {alertTriggers.map((trigger) => (
                <th key={trigger} colSpan={view.channels.length} scope="colgroup" className="trigger edge">
                  {t(`when.${trigger}`)}
                </th>
              ))}
            </tr>
            <tr>
              {alertTriggers.map((trigger) =>
                view.channels.map((channel, at) => (
                  <th key={trigger + channel} scope="col" className={at === 0 ? 'box edge' : 'box'}>
                    <ChannelHead channel={channel} />
                  </th>
                )),
              )}
            </tr>
          </thead>
          {view.groups.map((group) => (
            <tbody key={group.type}>
              <GroupHead
                view={view}
                group={group}
                open={isOpen(group.type)}
                onToggle={() => toggle(group.type)}
              />
              {isOpen(group.type)
                ? group.rows.map((row) => <Row key={row.key} view={view} row={row} />)
                : null}
            </tbody>
          ))}
        </Table>
      )}
    </SettingGrid>
  )
}

interface HeadProps extends Props {
  group: SettingGroup
  open: boolean
  onToggle: () => void
}

function GroupHead({ view, group, open, onToggle }: HeadProps) {
  const { t } = useTranslation('alerts')
  const on = onOf(view.draft.boxes, group.rows.flatMap(settingsOfRow))
  return (
    <tr data-head="">
      <th scope="rowgroup" colSpan={view.conditions === null ? 2 : 4}>
        <GroupToggle type={group.type} open={open} onToggle={onToggle}>
          {t(`type.${group.type}`)}
        </GroupToggle>
      </th>
      <td colSpan={view.channels.length * alertTriggers.length} className={on === 0 ? 'edge quiet' : 'edge'}>
        {on === 0 ? t('noneOn') : t('on', { count: on })}
      </td>
    </tr>
  )
}

function Row({ view, row }: Props & { row: SettingRow }) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const { serverTime } = useServices()
  const { begins, ends } = row
  const condition = conditionOf(row, view.conditions ?? undefined)
  const value = valueText(condition, begins, { formats, row: view.row, t })
  return (
    <tr>
      <th scope="row">
        <RowName row={row} condition={condition} view={view} shown={settingsOfRow(row)} />
      </th>
      {view.conditions === null ? null : (
        <>
          <td className={isEnding(condition, begins, view.row) ? 'end words' : 'end'}>
            {value ?? <Unknown />}
          </td>
          <td>
            <ConditionWord
              condition={condition}
              known={view.conditions !== undefined}
              now={serverTime.now()}
            />
          </td>
        </>
      )}
      <td>
        <SeverityMark severity={begins.severity} />
      </td>
      <Boxes view={view} row={row} setting={begins} />
      <Boxes view={view} row={row} setting={ends} />
    </tr>
  )
}

function Boxes({ view, row, setting }: Props & { row: SettingRow; setting: AlertSetting | null }) {
  return view.channels.map((channel, at) => (
    <td key={channel} className={at === 0 ? 'box edge' : 'box'}>
      {setting === null ? (
        <Unknown word="neverEnds" />
      ) : (
        <ChannelBox view={view} row={row} setting={setting} channel={channel} />
      )}
    </td>
  ))
}

function Unknown({ word = 'noValue' }: { word?: 'noValue' | 'neverEnds' }) {
  const { t } = useTranslation('alerts')
  return (
    <>
      <span aria-hidden className="quiet">
        –
      </span>
      <VisuallyHidden>{t(word)}</VisuallyHidden>
    </>
  )
}
