import { newContactBodies } from '@roundsman/contract/accounts/contacts'
import { contactKind } from '../contact-kind.ts'

/** Named already, and sent by no site yet: it is shown as not available, and nobody can give a contact of it (D99). */
export const telegramContacts = contactKind({
  channel: 'TELEGRAM',
  body: newContactBodies.TELEGRAM,
  shown: ({ name }) => name,
  form: () => null,
})
