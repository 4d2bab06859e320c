import type { Language } from '@roundsman/contract/users'

interface IdentityMail {
  button: string
  texts: (provider: string) => { subject: string; paragraphs: readonly string[] }
}

const button: Readonly<Record<Language, string>> = {
  en: 'It was not me',
  ru: 'Это был не я',
  uk: 'Це був не я',
}
const addedSubject: Readonly<Record<Language, string>> = {
  en: 'A way to sign in was added to your Roundsman account',
  ru: 'К вашей учётной записи Roundsman добавлен способ входа',
  uk: 'До вашого облікового запису Roundsman додано спосіб входу',
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
          `Your account can now be signed in to through ${provider} as well, since your address there is the same and was confirmed.`,
          'If it was not you, somebody controls your account there: secure it, and change your password here.',
        ],
      }),
    },
    ru: {
      button: button.ru,
      texts: (provider) => ({
        subject: addedSubject.ru,
        paragraphs: [
          `Теперь в вашу учётную запись можно войти и через ${provider}: там подтверждён тот же адрес.`,
          'Если это были не вы, кто-то управляет вашей учётной записью там: защитите её и смените пароль здесь.',
        ],
      }),
    },
    uk: {
      button: button.uk,
      texts: (provider) => ({
        subject: addedSubject.uk,
        paragraphs: [
          `Тепер до вашого облікового запису можна увійти й через ${provider}: там підтверджено ту саму адресу.`,
          'Якщо це були не ви, хтось керує вашим обліковим записом там: захистіть його та змініть пароль тут.',
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
          `Your account can now be signed in to through ${provider} as well. Somebody who was signed in to it added this in the settings.`,
          'Was it you? Then there is nothing to do. If it was not, set a new password at once and remove this way in the settings.',
        ],
      }),
    },
    ru: {
      button: button.ru,
      texts: (provider) => ({
        subject: addedSubject.ru,
        paragraphs: [
          `Теперь в вашу учётную запись можно войти и через ${provider}. Этот способ добавил в настройках кто-то, вошедший в неё.`,
          'Это были вы? Тогда делать ничего не нужно. Если нет, сразу задайте новый пароль и удалите этот способ в настройках.',
        ],
      }),
    },
    uk: {
      button: button.uk,
      texts: (provider) => ({
        subject: addedSubject.uk,
        paragraphs: [
          `Тепер до вашого облікового запису можна увійти й через ${provider}. Цей спосіб додав у налаштуваннях хтось, хто до нього увійшов.`,
          'Це були ви? Тоді нічого робити не потрібно. Якщо ні, одразу задайте новий пароль і видаліть цей спосіб у налаштуваннях.',
        ],
      }),
    },
  },
  removed: {
    en: {
      button: button.en,
      texts: (provider) => ({
        subject: 'A way to sign in was removed from your Roundsman account',
        paragraphs: [
          `Your account can no longer be signed in to through ${provider}, and other sessions were signed out.`,
          'Was it you? Then there is nothing to do. If it was not, set a new password at once.',
        ],
      }),
    },
    ru: {
      button: button.ru,
      texts: (provider) => ({
        subject: 'Из вашей учётной записи Roundsman удалён способ входа',
        paragraphs: [
          `В вашу учётную запись больше нельзя войти через ${provider}, остальные сеансы завершены.`,
          'Это были вы? Тогда делать ничего не нужно. Если нет, сразу задайте новый пароль.',
        ],
      }),
    },
    uk: {
      button: button.uk,
      texts: (provider) => ({
        subject: 'З вашого облікового запису Roundsman видалено спосіб входу',
        paragraphs: [
          `До вашого облікового запису більше не можна увійти через ${provider}, інші сеанси завершено.`,
          'Це були ви? Тоді нічого робити не потрібно. Якщо ні, одразу задайте новий пароль.',
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
  /** …but this one is told to who has just proved to own the address. */
  signInFirst: {
    en: 'Your address has an account that this sign-in is not connected to. Sign in with your password first, then add it in the settings under Security.',
    ru: 'У вашего адреса есть учётная запись, к которой этот вход не привязан. Сначала войдите с паролем, затем добавьте его в настройках, раздел «Безопасность».',
    uk: 'Ваша адреса має обліковий запис, до якого цей вхід не прив’язано. Спершу увійдіть із паролем, потім додайте його в налаштуваннях, розділ «Безпека».',
  },
} as const
