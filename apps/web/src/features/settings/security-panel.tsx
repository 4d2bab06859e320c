import type { Profile } from '@roundsman/contract/users'
import { EmailCard } from './email-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SignInMethodsCard } from './sign-in-methods-card.tsx'

export function SecurityPanel({ user }: { user: Profile }) {
  return (
    <>
      <PasswordCard user={user} />
      <EmailCard user={user} />
      <SignInMethodsCard user={user} />
    </>
  )
}
