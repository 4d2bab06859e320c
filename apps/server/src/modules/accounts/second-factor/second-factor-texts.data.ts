import type { Language } from '@roundsman/contract/accounts/users'

interface FactorMail {
  subject: string
  paragraphs: readonly string[]
  button: string
}

const button: Readonly<Record<Language, string>> = {
  en: 'This wasn’t me',
  ru: 'Это был не я',
  uk: 'Це був не я',
}
const unlessYou: Readonly<Record<Language, string>> = {
  en: 'If this was you, there’s nothing to do. If not, reset your password now and check your second factors in the settings.',
  ru: 'Если это были вы, ничего делать не нужно. Если нет, сразу сбросьте пароль и проверьте второй фактор в настройках.',
  uk: 'Якщо це були ви, нічого робити не потрібно. Якщо ні, одразу скиньте пароль і перевірте другий фактор у налаштуваннях.',
}

const mail = (subject: Record<Language, string>, what: Record<Language, string>) => {
  const inLanguage = (language: Language): FactorMail => ({
    subject: subject[language],
    paragraphs: [what[language], unlessYou[language]],
    button: button[language],
  })
  return { en: inLanguage('en'), ru: inLanguage('ru'), uk: inLanguage('uk') }
}

/** Mails to the owner of an account whose second factors changed, or were gone round. */
export const factorMails = {
  totpAdded: mail(
    {
      en: 'Authenticator app added to your Roundsman account',
      ru: 'К аккаунту Roundsman подключено приложение-аутентификатор',
      uk: 'До акаунта Roundsman під’єднано застосунок-автентифікатор',
    },
    {
      en: 'Signing in now also takes a code from your authenticator app. All other devices were signed out.',
      ru: 'Теперь для входа нужен и код из приложения-аутентификатора. На остальных устройствах выполнен выход.',
      uk: 'Тепер для входу потрібен і код із застосунку-автентифікатора. На інших пристроях виконано вихід.',
    },
  ),
  totpRemoved: mail(
    {
      en: 'Authenticator app removed from your Roundsman account',
      ru: 'Приложение-аутентификатор отключено от аккаунта Roundsman',
      uk: 'Застосунок-автентифікатор від’єднано від акаунта Roundsman',
    },
    {
      en: 'Codes from your authenticator app no longer work for signing in. All other devices were signed out.',
      ru: 'Коды из приложения-аутентификатора больше не подходят для входа. На остальных устройствах выполнен выход.',
      uk: 'Коди із застосунку-автентифікатора більше не підходять для входу. На інших пристроях виконано вихід.',
    },
  ),
  passkeyAdded: mail(
    {
      en: 'Passkey added to your Roundsman account',
      ru: 'В аккаунт Roundsman добавлен ключ доступа',
      uk: 'До акаунта Roundsman додано ключ доступу',
    },
    {
      en: 'You can now sign in with a new passkey. All other devices were signed out.',
      ru: 'Теперь можно входить с новым ключом доступа. На остальных устройствах выполнен выход.',
      uk: 'Тепер можна входити з новим ключем доступу. На інших пристроях виконано вихід.',
    },
  ),
  passkeyRemoved: mail(
    {
      en: 'Passkey removed from your Roundsman account',
      ru: 'Из аккаунта Roundsman удалён ключ доступа',
      uk: 'З акаунта Roundsman видалено ключ доступу',
    },
    {
      en: 'One of your passkeys no longer works for signing in. All other devices were signed out.',
      ru: 'Один из ваших ключей доступа больше не подходит для входа. На остальных устройствах выполнен выход.',
      uk: 'Один із ваших ключів доступу більше не підходить для входу. На інших пристроях виконано вихід.',
    },
  ),
  codesMade: mail(
    {
      en: 'New recovery codes for your Roundsman account',
      ru: 'Новые резервные коды аккаунта Roundsman',
      uk: 'Нові резервні коди акаунта Roundsman',
    },
    {
      en: 'Ten new recovery codes were created. The previous ones no longer work.',
      ru: 'Созданы десять новых резервных кодов. Прежние больше не действуют.',
      uk: 'Створено десять нових резервних кодів. Попередні більше не діють.',
    },
  ),
  codeUsed: mail(
    {
      en: 'A recovery code of your Roundsman account was used',
      ru: 'Использован резервный код аккаунта Roundsman',
      uk: 'Використано резервний код акаунта Roundsman',
    },
    {
      en: 'Someone confirmed with one of your recovery codes in place of your second factor. All other devices were signed out.',
      ru: 'Вместо второго фактора использован один из ваших резервных кодов. На остальных устройствах выполнен выход.',
      uk: 'Замість другого фактора використано один із ваших резервних кодів. На інших пристроях виконано вихід.',
    },
  ),
  reset: mail(
    {
      en: 'The second factor of your Roundsman account was reset',
      ru: 'Второй фактор аккаунта Roundsman сброшен',
      uk: 'Другий фактор акаунта Roundsman скинуто',
    },
    {
      en: 'The operator of this site removed your authenticator app, passkeys and recovery codes. Until you set one up again, your password alone signs you in. All devices were signed out.',
      ru: 'Оператор сайта удалил приложение-аутентификатор, ключи доступа и резервные коды. Пока вы не настроите второй фактор снова, для входа достаточно пароля. На всех устройствах выполнен выход.',
      uk: 'Оператор сайту видалив застосунок-автентифікатор, ключі доступу й резервні коди. Доки ви не налаштуєте другий фактор знову, для входу достатньо пароля. На всіх пристроях виконано вихід.',
    },
  ),
} satisfies Record<string, Readonly<Record<Language, FactorMail>>>
