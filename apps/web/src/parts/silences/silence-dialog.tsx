import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import NotificationsPausedOutlined from '@mui/icons-material/NotificationsPausedOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { silenceBounds } from '@roundsman/contract/alerts/silences'
import { type FormEvent, useId, useRef, useState } from 'react'
import { addSilence, type SilenceTarget, useEndSilence } from '../../data/alerts/mutes/silences.ts'
import { fieldProblem, formProblem } from '../../data/api/errors.ts'
import { useAction } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { useChangeableTeams } from '../../data/services/teams.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { SelectField, TextField } from '../../ui/controls/fields.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { showWithUndo } from '../../ui/toast.ts'
import { untilText } from './silence-marks.tsx'
import { SilenceTargetField, targetName, useTargetChoices } from './silence-target-field.tsx'
import { TimesFields, useChosenTimes } from './silence-times-fields.tsx'

interface Props {
  target: SilenceTarget
  teamId?: number | null
  onClose: () => void
}

/** Silences what planned work explains: on what, from when to when, and why. */
export default function SilenceDialog({ target: given, teamId: of = null, onClose }: Props) {
  const { t } = useTranslation('silences')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const services = useServices()
  const { network, serverTime } = services
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const choices = useTargetChoices()
  const [target, setTarget] = useState(given)
  const teams = useChangeableTeams()
  const [teamId, setTeamId] = useState(of)
  const [reason, setReason] = useState('')
  const [untilRecovered, setUntilRecovered] = useState(false)
  const [checked, setChecked] = useState(false)
  const times = useChosenTimes()
  const name = targetName(target, choices, network.name)
  const ending = useEndSilence()
  const save = useAction(
    () => {
      const { from, to } = times.spanNow()
      return addSilence(services, {
        blockchain_id: network.blockchain_id,
        ...(target === null
          ? {}
          : 'bridge' in target
            ? { bridge_id: target.bridge }
            : { blockchain_validator_id: target.validator }),
        ...(teamId === null ? {} : { team_id: teamId }),
        ...(times.chosen.later ? { from: new Date(from).toISOString() } : {}),
        to: new Date(to).toISOString(),
        reason: reason.trim(),
        until_recovered: untilRecovered,
      })
    },
    {
      onLoaded(silence) {
        const now = serverTime.now()
        const text = times.chosen.later
          ? t('planned', { name, time: formats.time(silence.from, now) })
          : t('done', { name, time: untilText(silence.to, now, formats) })
        showWithUndo(text, { label: t('undo'), run: () => ending.run({ silence, name }) })
        onClose()
      },
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    const { from, to } = times.problemsNow()
    const wrong = from !== null ? 'from' : to !== null ? 'to' : reason.trim() === '' ? 'reason' : null
    if (wrong === null) return save.run()
    form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }
  const ofField = (field: string) => fieldProblem(save.error, field)
  const ofTarget = ofField('blockchain_validator_id') ?? ofField('bridge_id')
  const ofReason = checked && reason.trim() === '' ? t('wrong.reason') : ofField('reason')
  const ofTimes = ofField('from') ?? ofField('to')
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 560, maxWidth: 'calc(100% - 32px)' } } }}
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={submit} style={{ display: 'contents' }}>
        <DialogTitle id={id}>{t('dialog.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <SilenceTargetField target={target} choices={choices} problem={ofTarget} onTarget={setTarget} />
          {teams.length === 0 ? null : (
            <SelectField
              name="owner"
              label={t('dialog.owner')}
              hint={teamId === null ? undefined : t('dialog.ownerHint')}
              value={teamId ?? ''}
              onChange={({ target: { value } }) => setTeamId(value === '' ? null : Number(value))}
            >
              <option value="">{t('dialog.ownerSelf')}</option>
              {teams.map((team) => (
                <option key={team.id} value={team.id}>
                  {team.name}
                </option>
              ))}
            </SelectField>
          )}
          <TimesFields times={times} checked={checked} />
          <TextField
            name="reason"
            label={t('dialog.reason')}
            hint={t('dialog.reasonHint')}
            problem={ofReason}
            required
            value={reason}
            maxLength={silenceBounds.reason}
            autoComplete="off"
            onChange={({ target: input }) => setReason(input.value)}
          />
          <Recovery isOn={untilRecovered} onChange={setUntilRecovered} />
          <Meaning />
          <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
            {save.error === null || ofTarget !== undefined || ofField('reason') !== undefined ? null : (
              <Alert severity="error">{ofTimes ?? formProblem(save.error, tCommon, formats)}</Alert>
            )}
          </Box>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', px: 6, pt: 3, pb: 5, gap: 2 }}>
          <Button variant="text" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={save.loading}>
            {t('dialog.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const Label = styled('label')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  columnGap: 8,
  cursor: 'pointer',
  '& > :first-of-type': { marginInlineStart: -7, marginTop: -5 },
})

function Recovery({ isOn, onChange }: { isOn: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation('silences')
  const id = useId()
  return (
    <Label>
      <Checkbox
        size="small"
        checked={isOn}
        slotProps={{ input: { 'aria-describedby': id } }}
        onChange={(_event, on) => onChange(on)}
      />
      <span>
        <Typography variant="body1" component="span" sx={{ display: 'block' }}>
          {t('dialog.untilRecovered')}
        </Typography>
        <Typography id={id} variant="caption" component="span" color="textSecondary">
          {t('dialog.untilRecoveredHint')}
        </Typography>
      </span>
    </Label>
  )
}

const Points = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  fontVariantNumeric: 'normal',
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: '12px 14px',
  listStyle: 'none',
  borderRadius: 8,
  backgroundColor: theme.vars.palette.neutral.tint,
  '& li': { display: 'grid', gridTemplateColumns: '18px minmax(0, 1fr)', columnGap: 10 },
  '& svg': { fontSize: 18, marginTop: 1, color: theme.vars.palette.text.secondary },
}))

/** What is held back, and what is told all the same (D171). */
function Meaning() {
  const { t } = useTranslation('silences')
  return (
    <Points>
      <li>
        <NotificationsPausedOutlined aria-hidden />
        {t('dialog.held')}
      </li>
      <li>
        <NotificationsActiveOutlined aria-hidden />
        {t('dialog.told')}
      </li>
    </Points>
  )
}
