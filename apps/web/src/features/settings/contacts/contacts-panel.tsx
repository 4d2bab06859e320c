import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import type { Contact } from '@roundsman/contract/accounts/contacts'
import { lazy, Suspense, useState } from 'react'
import { contactsQuery } from '../../../data/alerts/contacts.ts'
import { useFetch } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SettingsCard, SettingsFault } from '../settings-card.tsx'
import { ContactRow } from './contact-row.tsx'
import { useDevicePush } from './device-push.ts'

const AddContactDialog = lazy(() => import('./add-contact-dialog.tsx'))

const none: readonly Contact[] = []
/** How often a list that somebody looks at is asked for again: a contact may break by itself, ms. */
const againMs = 15_000

/** The team whose contacts are shown, and whether the user may change them. */
interface Props {
  team?: { id: number; mayChange: boolean } | null
}

/** Every place where alerts can reach the user, or those of a team as such (P740), and the way to another one. */
export function ContactsPanel({ team = null }: Props) {
  const { t } = useTranslation('contacts')
  const { client } = useServices()
  const [adding, setAdding] = useState(false)
  const { known, loading, error, fetch } = useFetch(
    contactsQuery(client, { teamId: team?.id ?? null, againMs }),
    none,
  )
  const push = useDevicePush()
  const contacts = known ?? none
  return (
    <SettingsCard
      title={t('title')}
      hint={t(team === null ? 'hint' : team.mayChange ? 'team.hint' : 'team.hintMember')}
      action={
        team?.mayChange === false ? null : (
          <Button
            variant="contained"
            startIcon={<AddRounded />}
            sx={{ alignSelf: 'start' }}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </Button>
        )
      }
    >
      <SettingsFault error={error} onRetry={fetch} />
      {loading && known === undefined ? <CircularProgress size={24} aria-label={t('loading')} /> : null}
      <Box component="ul" aria-label={t('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {contacts.map((contact, at) => (
          <ContactRow
            // Phones and the address have no id, and two numbers may look alike where they are masked.
            key={contact.id ?? `${contact.channel} ${at}`}
            contact={contact}
            isLast={
              !contacts.some(
                (other) =>
                  other !== contact && other.channel === contact.channel && other.state === 'CONFIRMED',
              )
            }
            mayChange={team?.mayChange ?? true}
            push={contact.id !== null && contact.id === push.contactId ? push : null}
          />
        ))}
      </Box>
      {known?.length === 0 ? <Typography color="textSecondary">{t('team.none')}</Typography> : null}
      {adding ? (
        <Suspense fallback={null}>
          <AddContactDialog teamId={team?.id ?? null} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </SettingsCard>
  )
}
