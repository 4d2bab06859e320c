import type { TeamMember } from '@roundsman/contract/accounts/teams'
import { use, useState } from 'react'
import { fieldProblem, formProblem } from '../../../../data/api/errors.ts'
import type { KnownOnCall } from '../../../../data/services/on-call.ts'
import { useServices } from '../../../../data/services/services.ts'
import { instantOf, TimeZoneContext, useFormats } from '../../../../i18n/formats.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { fieldTime } from '../../../../parts/silences/silence-times.ts'
import { SelectField, TextField } from '../../../../ui/controls/fields.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useChangeOnCall } from './change-on-call.ts'

const hourMs = 3_600_000

interface Props {
  teamId: number
  known: KnownOnCall
  members: readonly TeamMember[]
  onClose: () => void
}

/** Somebody takes over for a while, whatever the rotation says (P733). */
export function OverrideDialog({ teamId, known, members, onClose }: Props) {
  const { t } = useTranslation('teams')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const zone = use(TimeZoneContext)
  const { serverTime } = useServices()
  const [userId, setUserId] = useState(members[0]?.user_id ?? 0)
  const [times, setTimes] = useState(() => {
    const next = Math.ceil(serverTime.now() / hourMs) * hourMs
    return { from: fieldTime(next, zone), to: fieldTime(next + 24 * hourMs, zone) }
  })
  const [isTried, setIsTried] = useState(false)
  const change = useChangeOnCall(teamId, known, onClose)
  const [from, to] = [instantOf(times.from, zone), instantOf(times.to, zone)]
  // NaN, of a field that is empty, is neither.
  const isWrong = !(from < to)
  const at = fieldProblem(change.error, `overrides.${known.plan.overrides.length}.to`)
  return (
    <FormDialog
      title={t('onCall.addOverride')}
      submit={t('onCall.add')}
      busy={change.loading}
      problem={change.error && at === undefined ? formProblem(change.error, tCommon, formats) : null}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (isWrong) return
        const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
        change.run({ overrides: [...known.plan.overrides, { user_id: userId, ...span }] })
      }}
      onClose={onClose}
    >
      <SelectField
        name="user"
        label={t('onCall.who')}
        value={String(userId)}
        onChange={({ target }) => setUserId(Number(target.value))}
      >
        {members.map(({ user_id, name }) => (
          <option key={user_id} value={user_id}>
            {name}
          </option>
        ))}
      </SelectField>
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          type="datetime-local"
          name={name}
          label={t(`onCall.${name}`)}
          problem={name === 'to' ? (isTried && isWrong ? t('onCall.endsFirst') : at) : undefined}
          value={times[name]}
          onChange={({ target }) => setTimes({ ...times, [name]: target.value })}
        />
      ))}
    </FormDialog>
  )
}
