import type { Bridge } from '@roundsman/contract/bridges/bridges'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { SilenceTarget } from '../../data/alerts/silences.ts'
import { useFetch } from '../../data/api/operation.ts'
import { bridgesQuery } from '../../data/network/bridges.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useFavourites } from '../../data/services/preferences.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { SelectField } from '../../ui/controls/fields.tsx'
import { shortPeerId } from '../bridges/bridge-facts.ts'
import { validatorName } from '../validator-name.ts'

interface TargetChoices {
  validators: readonly Validator[]
  bridges: readonly Bridge[]
  mine: ReadonlySet<number>
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
  return { validators: list.known?.validators ?? [], bridges: bridges.known?.bridges ?? [], mine }
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

function targetOf(value: string): SilenceTarget {
  const [kind, id] = value.split(' ')
  if (kind === 'bridge') return { bridge: Number(id) }
  return kind === 'validator' ? { validator: Number(id) } : null
}

interface Props {
  target: SilenceTarget
  choices: TargetChoices
  problem: string | undefined
  onTarget: (target: SilenceTarget) => void
}

/** A validator, a bridge or the network: the browser's own list, the user's own first. */
export function SilenceTargetField({ target, choices, problem, onTarget }: Props) {
  const { t } = useTranslation('silences')
  const { network } = useServices()
  const { compare } = useFormats()
  const { validators, bridges, mine } = choices
  const byName = <Row,>(rows: readonly Row[], validatorName: (row: Row) => string) =>
    rows.toSorted((a, b) => compare(validatorName(a), validatorName(b)))
  const isKnown =
    target === null ||
    ('bridge' in target
      ? bridges.some(({ id }) => id === target.bridge)
      : validators.some(({ id }) => id === target.validator))
  const groups = [
    ...ofValidators('mine', ({ id }) => mine.has(id)),
    ...ofBridges('myBridges', ({ owned }) => owned),
    ...ofValidators('validators', ({ id }) => !mine.has(id)),
    ...ofBridges('bridges', ({ owned }) => !owned),
  ]
  function ofValidators(key: 'mine' | 'validators', wanted: (row: Validator) => boolean) {
    const rows = byName(validators.filter(wanted), validatorName)
    return [{ key, options: rows.map((row) => ({ value: `validator ${row.id}`, name: validatorName(row) })) }]
  }
  function ofBridges(key: 'myBridges' | 'bridges', wanted: (row: Bridge) => boolean) {
    const rows = byName(bridges.filter(wanted), bridgeName)
    return [{ key, options: rows.map((row) => ({ value: `bridge ${row.id}`, name: bridgeName(row) })) }]
  }
  return (
    <SelectField
      name="target"
      label={t('dialog.target')}
      problem={problem}
      value={valueOf(target)}
      onChange={(event) => onTarget(targetOf(event.target.value))}
    >
      <option value="">{t('dialog.network', { network: network.name })}</option>
      {isKnown ? null : <option value={valueOf(target)}>{targetName(target, choices, network.name)}</option>}
      {groups.map(({ key, options }) =>
        options.length === 0 ? null : (
          <optgroup key={key} label={t(`dialog.${key}`)}>
            {options.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </optgroup>
        ),
      )}
    </SelectField>
  )
}
