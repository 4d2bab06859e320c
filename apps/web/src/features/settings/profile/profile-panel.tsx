import { languages, type Profile, ProfileBody } from '@roundsman/contract/accounts/users'
import { useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import * as z from 'zod/mini'
import { fieldProblem, formProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { usePageLanguage } from '../../../data/services/use-settings.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { UnsavedEdits } from '../../../parts/unsaved-edits.tsx'
import { SelectField, TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { AvatarCard } from './avatar-card.tsx'
import { SettingsCard, SettingsForm } from '../settings-card.tsx'
import { ZoneOptions } from '../zone-options.tsx'
import { styled } from '../../../ui/theme/styled.tsx'

/** A name may be taken away, so one that is left out is empty. */
const Form = z.object({
  first_name: z._default(ProfileBody.shape.first_name, ''),
  last_name: z._default(ProfileBody.shape.last_name, ''),
  language: ProfileBody.shape.language,
  timezone: ProfileBody.shape.timezone,
})
/** Languages by the names that their speakers use. */
const languageNames = { en: 'English', ru: 'Русский', uk: 'Українська' }

const fields = ['first_name', 'last_name', 'language', 'timezone'] as const

interface Sent {
  body: z.output<typeof Form>
  /** The language until now: another one that is chosen here becomes the page's too. */
  before: Profile['language']
}

/** The form, and from lg on a rail of 340 beside it for the picture. */
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 20,
  alignItems: 'start',
  '&& > section + section': { marginTop: 0 },
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'minmax(0, 760px) 340px',
    '& > :first-of-type': { gridArea: '1 / 2' },
    '& > :last-of-type': { gridArea: '1 / 1' },
  },
}))

export function ProfilePanel({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { client, session } = useServices()
  const setPageLanguage = usePageLanguage()
  const save = useAction(
    ({ body }: Sent) => client.call('updateProfile', { body: { ...body, avatar: user.avatar } }),
    {
      onLoaded(after, { body, before }) {
        session.change(() => after)
        if (body.language !== before) setPageLanguage(body.language)
      },
    },
  )
  const { wrong, onSubmit } = useCheckedForm(Form, (body) => save.run({ body, before: user.language }))
  const form = useRef<HTMLDivElement>(null)
  /** Of the form as it stands: the profile may have been saved, or changed elsewhere, since it was opened. */
  function isEdited(): boolean {
    const element = form.current?.querySelector('form')
    const now = session.user()
    if (!element || !now) return false
    const values = new FormData(element)
    return fields.some((name) => values.get(name) !== now[name])
  }
  const problemOf = (field: 'first_name' | 'last_name') =>
    wrong.has(field) ? t('account.nameTooLong') : fieldProblem(save.error, field)

  return (
    <Columns>
      <AvatarCard user={user} />
      <SettingsCard title={tAccount('profile.title')} hint={tAccount('profile.hint')}>
        <UnsavedEdits
          isEdited={isEdited}
          texts={{
            title: tAccount('unsaved.title'),
            text: tAccount('unsaved.text'),
            leave: tAccount('unsaved.leave'),
            stay: tAccount('unsaved.stay'),
          }}
        />
        <div ref={form}>
          <SettingsForm
            submit={tAccount('save')}
            busy={save.loading}
            problem={save.error ? formProblem(save.error, t, formats) : null}
            done={save.loaded ? tAccount('saved') : null}
            onSubmit={onSubmit}
            draft="profile"
          >
            <TextField
              name="first_name"
              label={t('account.firstName')}
              autoComplete="given-name"
              defaultValue={user.first_name}
              problem={problemOf('first_name')}
            />
            <TextField
              name="last_name"
              label={tAccount('profile.lastName')}
              autoComplete="family-name"
              defaultValue={user.last_name}
              problem={problemOf('last_name')}
            />
            <SelectField
              // The language menu changes it too, and this form is not to change it back.
              key={user.language}
              name="language"
              label={tAccount('profile.language')}
              hint={tAccount('profile.languageHint')}
              defaultValue={user.language}
              problem={fieldProblem(save.error, 'language')}
            >
              {languages.map((code) => (
                <option key={code} value={code} lang={code}>
                  {languageNames[code]}
                </option>
              ))}
            </SelectField>
            <SelectField
              name="timezone"
              label={tAccount('profile.timezone')}
              hint={tAccount('profile.timezoneHint')}
              defaultValue={user.timezone}
              problem={fieldProblem(save.error, 'timezone')}
            >
              <ZoneOptions present={user.timezone} />
            </SelectField>
          </SettingsForm>
        </div>
      </SettingsCard>
    </Columns>
  )
}
