import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { PhoneBody } from '@roundsman/contract/accounts/accounts'
import type { Profile } from '@roundsman/contract/accounts/users'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import { channelsQuery } from '../../../data/alerts/channel-states.ts'
import { fieldProblem, formProblem, isProblem } from '../../../data/api/errors.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useDraft } from '../../../data/services/use-draft.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { type CodeTimes, PhoneRow } from './phone-row.tsx'
import { SettingsCard } from '../settings-card.tsx'

/** How long a code can be used, as the server has it. */
const codeValidMs = 10 * 60_000
const noCode: CodeTimes = { resendAt: 0, validUntil: 0 }

/** The user's numbers. Where the site sends no SMS the page says so at once, and else at a call that reveals it. */
export function PhonesPanel({ user }: { user: Profile }) {
  const { t } = useTranslation('account')
  const { client, drafts, serverTime } = useServices()
  const [adding, setAdding] = useState(drafts.read(phoneDraft) !== undefined)
  const [refused, setRefused] = useState(false)
  const channels = useFetch(channelsQuery(client), null)
  // Until it is known nothing is offered. Where it cannot be known, the first call shows it.
  const can = (name: 'SMS' | 'VOICE') => channels.known?.find(({ channel }) => channel === name)?.is_available
  const sends = can('SMS')
  const available = !refused && (sends ?? !channels.loading)
  const unavailable = refused || sends === false
  /** By the id of the phone, as far as codes were asked for here. */
  const [codes, setCodes] = useState<Readonly<Record<number, CodeTimes>>>({})
  const [newest, setNewest] = useState<number | null>(null)
  const noteTimes = (id: number, times: Partial<CodeTimes>) =>
    setCodes((before) => ({ ...before, [id]: { ...noCode, ...before[id], ...times } }))
  const noteSent = (id: number, resendAt: number) =>
    noteTimes(id, { resendAt, validUntil: serverTime.now() + codeValidMs })

  return (
    <SettingsCard
      title={t('tab.phones')}
      hint={t('phone.hint')}
      action={
        available && !adding ? (
          <Button variant="contained" sx={{ alignSelf: 'start' }} onClick={() => setAdding(true)}>
            {t('phone.add')}
          </Button>
        ) : null
      }
    >
      <Box role="status">
        {unavailable ? (
          <Alert severity="info" sx={{ mb: 4 }}>
            <AlertTitle>{t('phone.unavailableTitle')}</AlertTitle>
            {t('phone.unavailable')}
          </Alert>
        ) : null}
      </Box>
      {available && adding ? (
        <AddPhone
          onAdded={(id, at) => {
            noteSent(id, at)
            setNewest(id)
            setAdding(false)
          }}
          onCancel={() => setAdding(false)}
          onUnavailable={() => setRefused(true)}
        />
      ) : null}
      {user.phones.length === 0 && available && !adding ? (
        <Box>
          <Typography variant="subtitle2" component="div">
            {t('phone.none')}
          </Typography>
          <Typography color="textSecondary">{t('phone.noneHint')}</Typography>
        </Box>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {user.phones.map((phone) => (
          <PhoneRow
            key={phone.user_phone_id}
            phone={phone}
            isNew={phone.user_phone_id === newest}
            canCall={can('VOICE') ?? true}
            times={codes[phone.user_phone_id] ?? noCode}
            onSent={(at) => noteSent(phone.user_phone_id, at)}
            onWait={(resendAt) => noteTimes(phone.user_phone_id, { resendAt })}
            onUnavailable={() => setRefused(true)}
          />
        ))}
      </Box>
    </SettingsCard>
  )
}

interface AddProps {
  /** The phone's id, and when another code may be asked for, Unix milliseconds. */
  onAdded: (id: number, resendAt: number) => void
  onCancel: () => void
  onUnavailable: () => void
}

/** Under which a number that was not sent yet is kept. */
const phoneDraft = 'phone'

function AddPhone({ onAdded, onCancel, onUnavailable }: AddProps) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const add = useAction((body: z.output<typeof PhoneBody>) => client.call('addPhone', { body }), {
    onLoaded({ resend_after, ...phone }) {
      session.change((user) => ({
        ...user,
        phones: [...user.phones.filter((one) => one.user_phone_id !== phone.user_phone_id), phone],
      }))
      onAdded(phone.user_phone_id, Date.parse(resend_after))
    },
    onError(error) {
      if (isProblem(error, 'not_configured')) onUnavailable()
    },
  })
  const { wrong, onSubmit } = useCheckedForm(PhoneBody, add.run)
  const draft = useDraft(phoneDraft, add.loaded)
  const atField = fieldProblem(add.error, 'phone')

  return (
    <Box
      component="form"
      noValidate
      ref={draft}
      onSubmit={onSubmit}
      sx={{ display: 'grid', gap: 3, maxWidth: 440, mb: 4 }}
    >
      <TextField
        name="phone"
        type="tel"
        label={tAccount('phone.number')}
        hint={tAccount('phone.numberHint')}
        autoComplete="tel"
        autoFocus
        problem={wrong.has('phone') ? tAccount('phone.numberMissing') : atField}
      />
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {add.error && atField === undefined ? (
          <Alert severity="error">{formProblem(add.error, t, formats)}</Alert>
        ) : null}
      </Box>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" variant="contained" loading={add.loading}>
          {tAccount('phone.sendCode')}
        </Button>
        <Button onClick={onCancel}>{tAccount('phone.cancel')}</Button>
      </Box>
    </Box>
  )
}
