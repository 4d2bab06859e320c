import type { Language } from '@roundsman/contract/users'

/** Mail to the owner of an account that a provider's sign-in was connected to. */
export const linkedTexts: Readonly<
  Record<Language, (provider: string) => { subject: string; paragraphs: readonly string[] }>
> = {
  en: (provider) => ({
    subject: 'A way to sign in was added to your Roundsman account',
    paragraphs: [
      `Your account can now be signed in to through ${provider} as well, since your address there is the same and was confirmed.`,
      'If it was not you, somebody controls your account there: secure it, and change your password here.',
    ],
  }),
  ru: (provider) => ({
    subject: 'К вашей учётной записи Roundsman добавлен способ входа',
    paragraphs: [
      `Теперь в вашу учётную запись можно войти и через ${provider}: там подтверждён тот же адрес.`,
      'Если это были не вы, кто-то управляет вашей учётной записью там: защитите её и смените пароль здесь.',
    ],
  }),
  uk: (provider) => ({
    subject: 'До вашого облікового запису Roundsman додано спосіб входу',
    paragraphs: [
      `Тепер до вашого облікового запису можна увійти й через ${provider}: там підтверджено ту саму адресу.`,
      'Якщо це були не ви, хтось керує вашим обліковим записом там: захистіть його та змініть пароль тут.',
    ],
  }),
}

/** Details of `invalid_credential` that tell what to do. The same whether or not the address has an account. */
export const credentialTexts = {
  unverified: {
    en: 'The provider has not confirmed your e-mail address. Sign in with your password instead, or register.',
    ru: 'Провайдер не подтвердил ваш адрес. Войдите с паролем или зарегистрируйтесь.',
    uk: 'Провайдер не підтвердив вашу адресу. Увійдіть із паролем або зареєструйтеся.',
  },
} as const
