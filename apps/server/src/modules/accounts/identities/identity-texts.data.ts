import type { Language } from '@roundsman/contract/accounts/users'

interface IdentityMail {
  button: string
  texts: (provider: string) => { subject: string; paragraphs: readonly string[] }
}

const button: Readonly<Record<Language, string>> = {
  en: 'This wasn’t me',
  ru: 'Это был не я',
  uk: 'Це був не я',
}
const addedSubject: Readonly<Record<Language, string>> = {
  en: 'New sign-in method on your Roundsman account',
  ru: 'Новый способ входа в ваш аккаунт Roundsman',
  uk: 'Новий спосіб входу до вашого акаунта Roundsman',
}

/** Mails to the owner of an account whose ways to sign in changed: by an equal address, or by their own hand. */
export const identityMails: Readonly<
  Record<'linked' | 'added' | 'removed', Readonly<Record<Language, IdentityMail>>>
> = {
  linked: {
    en: {
      button: button.en,
      texts: (provider) => ({
        subject: addedSubject.en,
        paragraphs: [
          `You can now also sign in with ${provider}, because it confirmed the same e-mail address.`,
          'If this wasn’t you, someone controls your account there: secure it, and change your password here.',
        ],
      }),
    },
    ru: {
      button: button.ru,
      texts: (provider) => ({
        subject: addedSubject.ru,
        paragraphs: [
          `Теперь можно войти и через ${provider}: там подтверждён тот же адрес.`,
          'Если это были не вы, кто-то управляет вашим аккаунтом там: защитите его и смените пароль здесь.',
        ],
      }),
    },
    uk: {
      button: button.uk,
      texts: (provider) => ({
        subject: addedSubject.uk,
        paragraphs: [
          `Тепер можна увійти й через ${provider}: там підтверджено ту саму адресу.`,
          'Якщо це були не ви, хтось керує вашим акаунтом там: захистіть його та змініть пароль тут.',
        ],
      }),
    },
  },
  added: {
    en: {
      button: button.en,
      texts: (provider) => ({
        subject: addedSubject.en,
        paragraphs: [
          `Someone signed in to your account added ${provider} as a sign-in method in the settings.`,
          'If this was you, there’s nothing to do. If not, reset your password now and remove this method in the settings.',
        ],
      }),
    },
    ru: {
      button: button.ru,
      texts: (provider) => ({
        subject: addedSubject.ru,
        paragraphs: [
          `Кто-то, вошедший в ваш аккаунт, добавил в настройках вход через ${provider}.`,
          'Если это были вы, ничего делать не нужно. Если нет, сразу сбросьте пароль и удалите этот способ в настройках.',
        ],
      }),
    },
    uk: {
      button: button.uk,
      texts: (provider) => ({
        subject: addedSubject.uk,
        paragraphs: [
          `Хтось, хто увійшов до вашого акаунта, додав у налаштуваннях вхід через ${provider}.`,
          'Якщо це були ви, нічого робити не потрібно. Якщо ні, одразу скиньте пароль і видаліть цей спосіб у налаштуваннях.',
        ],
      }),
    },
  },
  removed: {
    en: {
      button: button.en,
      texts: (provider) => ({
        subject: 'Sign-in method removed from your Roundsman account',
        paragraphs: [
          `You can no longer sign in with ${provider}, and all other devices were signed out.`,
          'If this was you, there’s nothing to do. If not, reset your password now.',
        ],
      }),
    },
    ru: {
      button: button.ru,
      texts: (provider) => ({
        subject: 'Удалён способ входа в ваш аккаунт Roundsman',
        paragraphs: [
          `Войти через ${provider} больше нельзя, на остальных устройствах выполнен выход.`,
          'Если это были вы, ничего делать не нужно. Если нет, сразу сбросьте пароль.',
        ],
      }),
    },
    uk: {
      button: button.uk,
      texts: (provider) => ({
        subject: 'Видалено спосіб входу до вашого акаунта Roundsman',
        paragraphs: [
          `Увійти через ${provider} більше не можна, на інших пристроях виконано вихід.`,
          'Якщо це були ви, нічого робити не потрібно. Якщо ні, одразу скиньте пароль.',
        ],
      }),
    },
  },
}

/** Details of `invalid_credential` that tell what to do. The same whether or not the address has an account… */
export const credentialTexts = {
  unverified: {
    en: 'The provider has not confirmed your e-mail address. Sign in with your password instead, or register.',
    ru: 'Провайдер не подтвердил ваш адрес. Войдите с паролем или зарегистрируйтесь.',
    uk: 'Провайдер не підтвердив вашу адресу. Увійдіть із паролем або зареєструйтеся.',
  },
  /** …but this one is shown to a caller who has just proved to own the address. */
  signInFirst: {
    en: 'Your address has an account that isn’t linked to this sign-in. Sign in with your password, then link it in the settings under Security.',
    ru: 'С вашим адресом есть аккаунт, к которому этот вход не привязан. Войдите с паролем, затем привяжите его в настройках, раздел «Безопасность».',
    uk: 'З вашою адресою є акаунт, до якого цей вхід не прив’язано. Увійдіть із паролем, потім прив’яжіть його в налаштуваннях, розділ «Безпека».',
  },
} as const
