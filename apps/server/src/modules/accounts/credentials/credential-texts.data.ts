import type { Language } from '@roundsman/contract/accounts/users'

export interface CredentialMail {
  subject: string
  paragraphs: readonly string[]
  button: string
}

export interface CredentialTexts {
  /** Answers, whatever came of the request. */
  resetTaken: string
  passwordSet: string
  emailChangeTaken: string
  reset: CredentialMail
  passwordChanged: CredentialMail
  confirmEmail: CredentialMail
  emailTaken: CredentialMail
  emailNotice: CredentialMail
  emailChanged: CredentialMail
  accountDeleted: CredentialMail
}

export const credentialTexts: Readonly<Record<Language, CredentialTexts>> = {
  en: {
    resetTaken: 'If this address has an account, we sent a link to it. Check your inbox.',
    passwordSet: 'Password changed. Sign in with the new one.',
    emailChangeTaken: 'We sent a link to the new address. Your address changes once you open it.',
    reset: {
      subject: 'Reset your Roundsman password',
      paragraphs: [
        'Someone, probably you, asked to reset the password of your account.',
        'The link works once, for an hour. If this wasn’t you, ignore this e-mail: your password stays the same.',
      ],
      button: 'Reset password',
    },
    passwordChanged: {
      subject: 'Your Roundsman password was changed',
      paragraphs: [
        'The password of your account was changed and all other devices were signed out.',
        'If this was you, there’s nothing to do. If not, reset your password now.',
      ],
      button: 'This wasn’t me',
    },
    confirmEmail: {
      subject: 'Confirm your new address for Roundsman',
      paragraphs: [
        'Someone, probably you, wants to use this e-mail address for a Roundsman account.',
        'Confirm within an hour that the address is yours. If this wasn’t you, ignore this e-mail.',
      ],
      button: 'Confirm address',
    },
    emailTaken: {
      subject: 'This address already has a Roundsman account',
      paragraphs: [
        'Someone, probably you, tried to use this e-mail address for another account, but it already has its own.',
        'Nothing has changed. Sign in with your current password.',
      ],
      button: 'Sign in',
    },
    emailNotice: {
      subject: 'Your Roundsman address is about to change',
      paragraphs: [
        'Someone signed in to your account asked to change its e-mail address. We sent a link to the new address; nothing changes until it is opened.',
        'If this was you, there’s nothing to do here. If not, reset your password now: that cancels the link and signs out every device.',
      ],
      button: 'This wasn’t me',
    },
    emailChanged: {
      subject: 'Your Roundsman address was changed',
      paragraphs: [
        'Your account now uses another e-mail address instead of this one.',
        'If this was you, there’s nothing to do. If not, open the link within three days: it restores this address and signs out every device. Then reset your password.',
      ],
      button: 'Restore this address',
    },
    accountDeleted: {
      subject: 'Your Roundsman account was deleted',
      paragraphs: [
        'Your account is gone, with its alerts, contacts, bridges and history. No more alerts are sent to you.',
        'If this wasn’t you, someone knows your password: change it wherever else you use it. You can register again with this address.',
      ],
      button: 'Register again',
    },
  },
  ru: {
    resetTaken: 'Если с этим адресом есть аккаунт, мы отправили на него ссылку. Проверьте почту.',
    passwordSet: 'Пароль изменён. Войдите с новым.',
    emailChangeTaken: 'Мы отправили ссылку на новый адрес. Адрес изменится, когда вы её откроете.',
    reset: {
      subject: 'Сброс пароля Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, запросил сброс пароля вашего аккаунта.',
        'Ссылка действует один раз в течение часа. Если это были не вы, проигнорируйте письмо: пароль останется прежним.',
      ],
      button: 'Сбросить пароль',
    },
    passwordChanged: {
      subject: 'Пароль Roundsman изменён',
      paragraphs: [
        'Пароль вашего аккаунта изменён, на остальных устройствах выполнен выход.',
        'Если это были вы, ничего делать не нужно. Если нет, сразу сбросьте пароль.',
      ],
      button: 'Это был не я',
    },
    confirmEmail: {
      subject: 'Подтвердите новый адрес для Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, хочет использовать этот адрес для аккаунта Roundsman.',
        'Подтвердите в течение часа, что это ваш адрес. Если это были не вы, проигнорируйте письмо.',
      ],
      button: 'Подтвердить адрес',
    },
    emailTaken: {
      subject: 'С этим адресом уже есть аккаунт Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, попытался использовать этот адрес для другого аккаунта, но с ним уже есть свой.',
        'Ничего не изменилось. Войдите с текущим паролем.',
      ],
      button: 'Войти',
    },
    emailNotice: {
      subject: 'Запрошена смена адреса Roundsman',
      paragraphs: [
        'Кто-то, вошедший в ваш аккаунт, запросил смену адреса электронной почты. На новый адрес отправлена ссылка; пока её не откроют, ничего не изменится.',
        'Если это были вы, ничего делать не нужно. Если нет, сразу сбросьте пароль: ссылка перестанет действовать, и на всех устройствах будет выполнен выход.',
      ],
      button: 'Это был не я',
    },
    emailChanged: {
      subject: 'Адрес Roundsman изменён',
      paragraphs: [
        'Теперь ваш аккаунт использует другой адрес электронной почты вместо этого.',
        'Если это были вы, ничего делать не нужно. Если нет, откройте ссылку в течение трёх дней: она вернёт этот адрес и выполнит выход на всех устройствах. Затем сбросьте пароль.',
      ],
      button: 'Вернуть этот адрес',
    },
    accountDeleted: {
      subject: 'Аккаунт Roundsman удалён',
      paragraphs: [
        'Ваш аккаунт удалён вместе с оповещениями, контактами, мостами и историей. Оповещения вам больше не придут.',
        'Если это были не вы, кто-то знает ваш пароль: смените его везде, где вы им пользуетесь. С этим адресом можно зарегистрироваться снова.',
      ],
      button: 'Зарегистрироваться снова',
    },
  },
  uk: {
    resetTaken: 'Якщо з цією адресою є акаунт, ми надіслали на неї посилання. Перевірте пошту.',
    passwordSet: 'Пароль змінено. Увійдіть із новим.',
    emailChangeTaken: 'Ми надіслали посилання на нову адресу. Адреса зміниться, коли ви його відкриєте.',
    reset: {
      subject: 'Скидання пароля Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, попросив скинути пароль вашого акаунта.',
        'Посилання діє один раз протягом години. Якщо це були не ви, проігноруйте лист: пароль залишиться тим самим.',
      ],
      button: 'Скинути пароль',
    },
    passwordChanged: {
      subject: 'Пароль Roundsman змінено',
      paragraphs: [
        'Пароль вашого акаунта змінено, на інших пристроях виконано вихід.',
        'Якщо це були ви, нічого робити не потрібно. Якщо ні, одразу скиньте пароль.',
      ],
      button: 'Це був не я',
    },
    confirmEmail: {
      subject: 'Підтвердьте нову адресу для Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, хоче використовувати цю адресу для акаунта Roundsman.',
        'Підтвердьте протягом години, що це ваша адреса. Якщо це були не ви, проігноруйте лист.',
      ],
      button: 'Підтвердити адресу',
    },
    emailTaken: {
      subject: 'З цією адресою вже є акаунт Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, спробував використати цю адресу для іншого акаунта, але з нею вже є свій.',
        'Нічого не змінилося. Увійдіть із поточним паролем.',
      ],
      button: 'Увійти',
    },
    emailNotice: {
      subject: 'Запит на зміну адреси Roundsman',
      paragraphs: [
        'Хтось, хто увійшов до вашого акаунта, попросив змінити адресу електронної пошти. На нову адресу надіслано посилання; доки його не відкриють, нічого не зміниться.',
        'Якщо це були ви, нічого робити не потрібно. Якщо ні, одразу скиньте пароль: посилання перестане діяти, і на всіх пристроях буде виконано вихід.',
      ],
      button: 'Це був не я',
    },
    emailChanged: {
      subject: 'Адресу Roundsman змінено',
      paragraphs: [
        'Тепер ваш акаунт використовує іншу адресу електронної пошти замість цієї.',
        'Якщо це були ви, нічого робити не потрібно. Якщо ні, відкрийте посилання протягом трьох днів: воно поверне цю адресу й виконає вихід на всіх пристроях. Потім скиньте пароль.',
      ],
      button: 'Повернути цю адресу',
    },
    accountDeleted: {
      subject: 'Акаунт Roundsman видалено',
      paragraphs: [
        'Ваш акаунт видалено разом зі сповіщеннями, контактами, мостами та історією. Сповіщення вам більше не надходитимуть.',
        'Якщо це були не ви, хтось знає ваш пароль: змініть його всюди, де ви ним користуєтеся. З цією адресою можна зареєструватися знову.',
      ],
      button: 'Зареєструватися знову',
    },
  },
}
