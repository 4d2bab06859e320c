import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Autocomplete from '@mui/material/Autocomplete'
import ListSubheader from '@mui/material/ListSubheader'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { SilenceTarget } from '../../data/alerts/mutes/silences.ts'
import { useTeamSettings, useUserSettings } from '../../data/alerts/user-alert-settings.ts'
import { useFetch } from '../../data/api/operation.ts'
import { bridgesQuery } from '../../data/network/bridges.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useFavourites } from '../../data/services/preferences.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { InputFrame, LabeledField } from '../../ui/controls/fields.tsx'
import { shortPeerId } from '../bridges/bridge-facts.ts'
import { validatorMatcher } from '../validator-matcher.ts'
import { validatorName } from '../validator-name.ts'

interface TargetChoices {
  validators: readonly Validator[]
  bridges: readonly Bridge[]
  mine: ReadonlySet<number>
  /** That the user, or a team of theirs, has alerts for. */
  withAlerts: { validators: ReadonlySet<number>; bridges: ReadonlySet<number> }
}

/** Everything of the network that can be worked on, as far as it is known. */
export function useTargetChoices(): TargetChoices {
  const { client, network } = useServices()
  const list = useValidators()
  const bridges = useFetch(
    { ...bridgesQuery(client, network.blockchain_id), enabled: network.is_da_enabled },
    null,
  )
  const { ids: mine } = useFavourites()
  const own = useUserSettings().known?.entries ?? []
  const entries = [...own, ...useTeamSettings().settings.flatMap((one) => one.entries)]
  return {
    validators: list.known?.validators ?? [],
    bridges: bridges.known?.bridges ?? [],
    mine,
    withAlerts: {
      validators: new Set(entries.flatMap(({ blockchain_validator_id: id }) => id ?? [])),
      bridges: new Set(entries.flatMap(({ bridge_id: id }) => id ?? [])),
    },
  }
}

const bridgeName = (row: Bridge) => row.name ?? shortPeerId(row.peer_id)

/** How a target is called; one that is not known (yet) by its number. */
export function targetName(
  target: SilenceTarget,
  { validators, bridges }: TargetChoices,
  network: string,
): string {
  if (target === null) return network
  if ('bridge' in target) {
    const row = bridges.find(({ id }) => id === target.bridge)
    return row ? bridgeName(row) : `#${target.bridge}`
  }
  const row = validators.find(({ id }) => id === target.validator)
  return row ? validatorName(row) : `#${target.validator}`
}

function valueOf(target: SilenceTarget): string {
  if (target === null) return ''
  return 'bridge' in target ? `bridge ${target.bridge}` : `validator ${target.validator}`
}

const groups = ['network', 'mine', 'myBridges', 'withAlerts', 'validators', 'bridges'] as const

/** What may be chosen. */
interface Choice {
  target: SilenceTarget
  name: string
  group: (typeof groups)[number]
  /** Of a validator, which is found by its addresses, too. */
  row: Validator | null
}

/** More of the others are found by typing on. */
const mostFound = 50

interface Props {
  target: SilenceTarget
  choices: TargetChoices
  problem: string | undefined
  onTarget: (target: SilenceTarget) => void
}

/** The network, the user's own and what they have alerts for; every other validator and bridge is found by typing (P1041). */
export function SilenceTargetField({ target, choices, problem, onTarget }: Props) {
  const { t } = useTranslation('silences')
  const { network } = useServices()
  const { compare } = useFormats()
  const all = allChoices(choices, t('dialog.network', { network: network.name })).toSorted(
    (a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || compare(a.name, b.name),
  )
  const known = all.find((one) => valueOf(one.target) === valueOf(target))
  const name = targetName(target, choices, network.name)
  const headOf = (group: string) => t(`dialog.${groups.find((one) => one === group) ?? 'validators'}`)
  return (
    <LabeledField label={t('dialog.target')} problem={problem} hint={t('dialog.targetHint')}>
      {(field, frame) => (
        <Autocomplete<Choice, false, true>
          id={field.id}
          options={all}
          value={known ?? { target, name, group: 'validators', row: null }}
          disableClearable
          // In the dialog, of which it is a part for screen readers.
          disablePortal
          autoHighlight
          openOnFocus
          onChange={(_event, one) => onTarget(one.target)}
          filterOptions={(rows, { inputValue }) => found(rows, inputValue)}
          isOptionEqualToValue={(a, b) => valueOf(a.target) === valueOf(b.target)}
          getOptionLabel={(one) => one.name}
          getOptionKey={(one) => valueOf(one.target)}
          groupBy={({ group }) => group}
          noOptionsText={t('dialog.noTarget')}
          renderGroup={({ key, group, children }) => {
            const name = group === 'network' ? undefined : headOf(group)
            return (
              <div key={key} role="group" aria-label={name}>
                {name === undefined ? null : (
                  <ListSubheader component="div" aria-hidden>
                    {name}
                  </ListSubheader>
                )}
                {children}
              </div>
            )
          }}
          renderOption={({ key, ...option }, one) => (
            <li key={key} {...option}>
              <bdi>{one.name}</bdi>
            </li>
          )}
          renderInput={({ slotProps: { input, htmlInput } }) => (
            <InputFrame as="div" ref={input.ref} onMouseDown={input.onMouseDown} {...frame}>
              <input {...htmlInput} {...field} dir="auto" />
              <ExpandMoreRounded aria-hidden />
            </InputFrame>
          )}
        />
      )}
    </LabeledField>
  )
}

function allChoices({ validators, bridges, mine, withAlerts }: TargetChoices, network: string): Choice[] {
  return [
    { target: null, name: network, group: 'network', row: null },
    ...validators.map((row): Choice => {
      const group = mine.has(row.id)
        ? 'mine'
        : withAlerts.validators.has(row.id)
          ? 'withAlerts'
          : 'validators'
      return { target: { validator: row.id }, name: validatorName(row), group, row }
    }),
    ...bridges.map((row): Choice => {
      const group = row.owned ? 'myBridges' : withAlerts.bridges.has(row.id) ? 'withAlerts' : 'bridges'
      return { target: { bridge: row.id }, name: bridgeName(row), group, row: null }
    }),
  ]
}

/** Without a word those that are near to the user. */
function found(all: readonly Choice[], text: string): Choice[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return all.filter(({ group }) => group !== 'validators' && group !== 'bridges')
  const isWanted = validatorMatcher(wanted)
  return all
    .filter(({ name, row }) => name.toLowerCase().includes(wanted) || (row !== null && isWanted(row)))
    .slice(0, mostFound)
}
