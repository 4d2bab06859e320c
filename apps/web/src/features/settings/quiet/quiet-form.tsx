import AddRounded from '@mui/icons-material/AddRounded'
import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  quietBreakThroughs,
  type QuietHours,
  QuietHoursBody,
  quietHoursEndpoints,
  quietWindowsAtMost,
  weekdays,
} from '@roundsman/contract/accounts/quiet-hours'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { quietHoursQuery } from '../../../data/alerts/quiet-hours.ts'
import { hasTwelveHourFields } from '../../../data/browser/browser.ts'
import { fieldProblem, formProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { knownTimeZone, useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { UnsavedEdits } from '../../../parts/unsaved-edits.tsx'
import { SelectField } from '../../../ui/controls/fields.tsx'
import { LabeledSegments } from '../../../ui/controls/segments.tsx'
import { placeOf, zoneText } from '../time-zones.ts'
import { ZoneOptions } from '../zone-options.tsx'
import { fieldTime, nextQuiet, weekdayName } from './quiet-plan.ts'
import { WindowFields, type WindowProblem, windowProblemOf } from './window-fields.tsx'

type Body = Pick<QuietHours, 'time_zone' | 'windows' | 'break_through'>

const draftName = 'quiet-hours'
const usualWindow: Body['windows'][number] = { days: [...weekdays], from: '22:00', to: '07:00' }

interface Props {
  saved: QuietHours
  /** Of the profile, which counts where none is chosen here. */
  profileZone: string
}

/** Quiet hours as somebody edits them, and in a sentence what that means next. */
export function QuietForm({ saved, profileZone }: Props) {
  const { t } = useTranslation('quiet')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const { client, queries } = useServices()
  const form = useRef<HTMLFormElement>(null)
  const [edited, setEdited] = useEdits()
  const [wrong, setWrong] = useState<ReadonlyMap<number, WindowProblem>>(new Map())
  const shown = edited ?? bodyOf(saved)
  const { windows, time_zone: zone, break_through: breakThrough } = shown
  const isEdited = edited !== null && !isSame(edited, bodyOf(saved))
  const save = useAction((body: Body) => client.callTo(quietHoursEndpoints.updateQuietHours, { body }), {
    onLoaded(after, sent) {
      queries.setQueryData(quietHoursQuery(client).queryKey, after)
      // What was changed while it was under way is not saved yet.
      setEdited((now) => (now !== null && isSame(now, sent) ? null : now))
    },
  })
  const change = (part: Partial<Body>) => {
    if (!save.loading) save.reset()
    setEdited((now) => ({ ...(now ?? bodyOf(saved)), ...part }))
  }
  const setWindow = (at: number, part: Partial<Body['windows'][number]>) => {
    setWrong(new Map([...wrong].filter(([other]) => other !== at)))
    change({ windows: windows.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  }
  const remove = (at: number) => {
    setWrong(new Map())
    change({ windows: windows.filter((_, index) => index !== at) })
  }
  const add = () => change({ windows: [...windows, windows.at(-1) ?? usualWindow] })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = new Map(
      windows.flatMap((one, at) => {
        const problem = windowProblemOf(one)
        return problem === null ? [] : [[at, problem] as const]
      }),
    )
    setWrong(found)
    const [first] = found
    if (first === undefined) return save.run(shown)
    const row = form.current?.querySelector(`[data-window="${first[0]}"]`)
    row?.querySelector<HTMLElement>(first[1] === 'days' ? '[aria-pressed]' : `[name="${first[1]}"]`)?.focus()
  }
  const ofWindows = fieldProblem(save.error, 'windows')
  const ofZone = fieldProblem(save.error, 'time_zone')
  return (
    <Box component="form" ref={form} noValidate onSubmit={submit} sx={{ display: 'grid', gap: 5 }}>
      <UnsavedEdits
        isEdited={() => isEdited}
        texts={{
          title: t('unsaved.title'),
          text: t('unsaved.text'),
          leave: t('unsaved.leave'),
          stay: t('unsaved.stay'),
        }}
      />
      {windows.length === 0 ? (
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
          <Typography variant="subtitle2" component="div">
            {t('noneTitle')}
          </Typography>
          <Typography color="textSecondary">{t('none')}</Typography>
          <Button variant="contained" startIcon={<BedtimeOutlined />} onClick={add} sx={{ mt: 2 }}>
            {t('set')}
          </Button>
        </Box>
      ) : (
        <>
          <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
            {windows.map((one, at) => (
              <WindowFields
                // They have no other name than their place.
                key={at}
                at={at}
                value={one}
                problem={wrong.get(at) ?? null}
                onChange={(part) => setWindow(at, part)}
                onRemove={() => remove(at)}
              />
            ))}
            {windows.length < quietWindowsAtMost ? (
              <Button size="small" startIcon={<AddRounded />} onClick={add}>
                {t('add')}
              </Button>
            ) : null}
            {ofWindows === undefined ? null : (
              <Alert severity="error" role="alert" sx={{ width: '100%', boxSizing: 'border-box' }}>
                {ofWindows}
              </Alert>
            )}
          </Box>
          <LabeledSegments
            label={t('breakThrough')}
            value={breakThrough}
            choices={quietBreakThroughs.map((value) => ({ value, text: t(`through.${value}`) }))}
            onChoose={(value) => change({ break_through: value })}
          />
          <Box sx={{ maxWidth: 440 }}>
            <ZoneField
              value={zone}
              profileZone={profileZone}
              problem={ofZone}
              onChange={(value) => change({ time_zone: value })}
            />
          </Box>
        </>
      )}
      <PlanNote body={shown} zone={zone ?? profileZone} isSaved={!isEdited} />
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {save.error === null || ofWindows !== undefined || ofZone !== undefined ? null : (
          <Alert severity="error">{formProblem(save.error, tCommon, formats)}</Alert>
        )}
      </Box>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {save.loaded && !isEdited ? <Alert severity="success">{t('saved')}</Alert> : null}
      </Box>
      {windows.length > 0 || isEdited ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button type="submit" variant="contained" loading={save.loading}>
            {t('save')}
          </Button>
          {isEdited ? (
            <Button
              variant="text"
              onClick={() => {
                save.reset()
                setWrong(new Map())
                setEdited(() => null)
              }}
            >
              {t('discard')}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  )
}

/** What somebody changed and has not saved; null: nothing. Whoever loses the session finds it again (P82). */
function useEdits(): [Body | null, (next: (now: Body | null) => Body | null) => void] {
  const { drafts, session } = useServices()
  const [edited, setEdited] = useState(() => readDraft(drafts.read(draftName)?.['body']))
  useEffect(() => {
    if (edited === null) drafts.drop(draftName)
    else drafts.write(draftName, { body: JSON.stringify(edited) })
  }, [drafts, edited])
  useEffect(() => () => void (session.user() && drafts.drop(draftName)), [drafts, session])
  return [edited, setEdited]
}

function readDraft(text: string | undefined): Body | null {
  return text === undefined ? null : QuietHoursBody.parse(JSON.parse(text))
}

function bodyOf({ time_zone, windows, break_through }: QuietHours): Body {
  return { time_zone, windows, break_through }
}

function isSame(a: Body, b: Body): boolean {
  const text = ({ time_zone, windows, break_through }: Body) =>
    JSON.stringify([
      time_zone,
      break_through,
      windows.map(({ days, from, to }) => [weekdays.filter((day) => days.includes(day)), from, to]),
    ])
  return text(a) === text(b)
}

interface ZoneProps {
  value: string | null
  profileZone: string
  problem: string | undefined
  onChange: (value: string | null) => void
}

/** The zone of the profile first, then every zone as the profile has them (P482). */
function ZoneField({ value, profileZone, problem, onChange }: ZoneProps) {
  const { t, i18n } = useTranslation('quiet')
  const { serverTime } = useServices()
  const language = i18n.resolvedLanguage ?? 'en'
  return (
    <SelectField
      name="time_zone"
      label={t('zone')}
      problem={problem}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">
        {t('zoneOfProfile', { zone: zoneText(knownTimeZone(profileZone), serverTime.now(), language) })}
      </option>
      <ZoneOptions present={value ?? profileZone} />
    </SelectField>
  )
}

interface PlanProps {
  body: Body
  zone: string
  isSaved: boolean
}

/** "Quiet tonight 22:00–07:00 (Kyiv). Critical alerts come through." */
function PlanNote({ body: { windows, break_through }, zone, isSaved }: PlanProps) {
  const { t, i18n } = useTranslation('quiet')
  const now = useNow(60)
  const language = i18n.resolvedLanguage ?? 'en'
  // Of hours that are not whole yet nothing is known.
  const isWhole = windows.every((one) => windowProblemOf(one) === null)
  const plan = useMemo(() => (isWhole ? nextQuiet(windows, zone, now) : null), [isWhole, windows, zone, now])
  if (!isWhole || (windows.length === 0 && isSaved)) return null
  const clock = (time: string) => fieldTime(time, language, hasTwelveHourFields())
  const end = plan && clock(plan.to)
  const to = plan && (plan.toDay === null ? end : `${weekdayName(plan.toDay, language, 'short')} ${end}`)
  const sentences = [
    plan
      ? t(`plan.${plan.when}`, {
          ...{ from: clock(plan.from), to, zone: placeOf(zone, now, language) },
          day: weekdayName(plan.day, language, 'long'),
        })
      : t('plan.none'),
    plan && t(`means.${break_through}`),
    !isSaved && t('notSaved'),
  ].filter((one) => typeof one === 'string')
  return (
    <Alert
      severity={plan && break_through === 'NONE' ? 'warning' : 'info'}
      {...(plan && break_through === 'NONE' ? {} : { icon: <BedtimeOutlined /> })}
      role="status"
    >
      {sentences.join(' ')}
    </Alert>
  )
}
