import type { Language } from '@roundsman/contract/users'

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
}

export const credentialTexts: Readonly<Record<Language, CredentialTexts>> = {
  en: {
    resetTaken:
      'If there is an account with this address, we have sent an e-mail to it. Open the link in it to go on.',
    passwordSet: 'The new password is set. Sign in with it.',
    emailChangeTaken: 'We have sent an e-mail to the new address. Open the link in it to go on.',
    reset: {
      subject: 'Set a new password at Roundsman',
      paragraphs: [
        'Somebody, probably you, asked for a new password for your account.',
        'Open the link within an hour to set one. It works once. If it was not you, do nothing: your password stays as it is.',
      ],
      button: 'Set a new password',
    },
    passwordChanged: {
      subject: 'Your password at Roundsman was changed',
      paragraphs: [
        'The password of your account was changed, and other sessions were signed out.',
        'Was it you? Then there is nothing to do. If it was not, set a new password at once.',
      ],
      button: 'It was not me',
    },
    confirmEmail: {
      subject: 'Confirm your new address at Roundsman',
      paragraphs: [
        'Somebody, probably you, wants to use this e-mail address for an account at Roundsman.',
        'Open the link within an hour to confirm that the address is yours. If it was not you, do nothing.',
      ],
      button: 'Confirm the address',
    },
    emailTaken: {
      subject: 'Your address already has an account at Roundsman',
      paragraphs: [
        'Somebody, probably you, tried to use this e-mail address for another account. It already has an account of its own.',
        'Nothing has changed. You can sign in with the password you have.',
      ],
      button: 'Sign in',
    },
    emailNotice: {
      subject: 'A change of your address at Roundsman was asked for',
      paragraphs: [
        'Somebody who is signed in to your account asked to give it another e-mail address. A link was sent to that address; until it is opened, nothing changes.',
        'Was it you? Then there is nothing to do here. If it was not, set a new password now: that voids the link and signs everybody out.',
      ],
      button: 'It was not me',
    },
    emailChanged: {
      subject: 'Your address at Roundsman was changed',
      paragraphs: [
        'Your account has another e-mail address now; this one is no longer used.',
        'Was it you? Then there is nothing to do. If it was not, open the link within three days: it gives the account this address back and signs everybody out. Then set a new password.',
      ],
      button: 'Take the address back',
    },
  },
  ru: {
    resetTaken:
      'Если учётная запись с этим адресом есть, мы отправили на него письмо. Чтобы продолжить, откройте ссылку из него.',
    passwordSet: 'Новый пароль задан. Войдите с ним.',
    emailChangeTaken: 'Мы отправили письмо на новый адрес. Чтобы продолжить, откройте ссылку из него.',
    reset: {
      subject: 'Новый пароль для Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, запросил новый пароль для вашей учётной записи.',
        'Откройте ссылку в течение часа, чтобы задать его. Она действует один раз. Если это были не вы, ничего не делайте: пароль останется прежним.',
      ],
      button: 'Задать новый пароль',
    },
    passwordChanged: {
      subject: 'Ваш пароль в Roundsman изменён',
      paragraphs: [
        'Пароль вашей учётной записи изменён, остальные сеансы завершены.',
        'Это были вы? Тогда делать ничего не нужно. Если нет, сразу задайте новый пароль.',
      ],
      button: 'Это был не я',
    },
    confirmEmail: {
      subject: 'Подтвердите новый адрес в Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, хочет использовать этот адрес для учётной записи в Roundsman.',
        'Откройте ссылку в течение часа, чтобы подтвердить, что адрес ваш. Если это были не вы, ничего не делайте.',
      ],
      button: 'Подтвердить адрес',
    },
    emailTaken: {
      subject: 'У вашего адреса уже есть учётная запись в Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, попытался использовать этот адрес для другой учётной записи. У него уже есть своя.',
        'Ничего не изменилось. Вы можете войти со своим паролем.',
      ],
      button: 'Войти',
    },
    emailNotice: {
      subject: 'Запрошена смена вашего адреса в Roundsman',
      paragraphs: [
        'Кто-то, вошедший в вашу учётную запись, попросил сменить её адрес электронной почты. На новый адрес отправлена ссылка; пока её не открыли, ничего не меняется.',
        'Это были вы? Тогда здесь делать ничего не нужно. Если нет, задайте новый пароль сейчас: ссылка перестанет действовать, и все сеансы завершатся.',
      ],
      button: 'Это был не я',
    },
    emailChanged: {
      subject: 'Ваш адрес в Roundsman изменён',
      paragraphs: [
        'У вашей учётной записи теперь другой адрес электронной почты; этот больше не используется.',
        'Это были вы? Тогда делать ничего не нужно. Если нет, откройте ссылку в течение трёх дней: она вернёт учётной записи этот адрес и завершит все сеансы. Затем задайте новый пароль.',
      ],
      button: 'Вернуть адрес',
    },
  },
  uk: {
    resetTaken:
      'Якщо обліковий запис із цією адресою є, ми надіслали на неї листа. Щоб продовжити, відкрийте посилання з нього.',
    passwordSet: 'Новий пароль задано. Увійдіть із ним.',
    emailChangeTaken: 'Ми надіслали листа на нову адресу. Щоб продовжити, відкрийте посилання з нього.',
    reset: {
      subject: 'Новий пароль для Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, попросив новий пароль для вашого облікового запису.',
        'Відкрийте посилання протягом години, щоб задати його. Воно діє один раз. Якщо це були не ви, нічого не робіть: пароль залишиться тим самим.',
      ],
      button: 'Задати новий пароль',
    },
    passwordChanged: {
      subject: 'Ваш пароль у Roundsman змінено',
      paragraphs: [
        'Пароль вашого облікового запису змінено, інші сеанси завершено.',
        'Це були ви? Тоді нічого робити не потрібно. Якщо ні, одразу задайте новий пароль.',
      ],
      button: 'Це був не я',
    },
    confirmEmail: {
      subject: 'Підтвердьте нову адресу в Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, хоче використовувати цю адресу для облікового запису в Roundsman.',
        'Відкрийте посилання протягом години, щоб підтвердити, що адреса ваша. Якщо це були не ви, нічого не робіть.',
      ],
      button: 'Підтвердити адресу',
    },
    emailTaken: {
      subject: 'Ваша адреса вже має обліковий запис у Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, спробував використати цю адресу для іншого облікового запису. У неї вже є свій.',
        'Нічого не змінилося. Ви можете увійти зі своїм паролем.',
      ],
      button: 'Увійти',
    },
    emailNotice: {
      subject: 'Запит на зміну вашої адреси в Roundsman',
      paragraphs: [
        'Хтось, хто увійшов до вашого облікового запису, попросив змінити його адресу електронної пошти. На нову адресу надіслано посилання; доки його не відкрили, нічого не змінюється.',
        'Це були ви? Тоді тут нічого робити не потрібно. Якщо ні, задайте новий пароль зараз: посилання перестане діяти, і всі сеанси завершаться.',
      ],
      button: 'Це був не я',
    },
    emailChanged: {
      subject: 'Вашу адресу в Roundsman змінено',
      paragraphs: [
        'Ваш обліковий запис тепер має іншу адресу електронної пошти; ця більше не використовується.',
        'Це були ви? Тоді нічого робити не потрібно. Якщо ні, відкрийте посилання протягом трьох днів: воно поверне обліковому запису цю адресу й завершить усі сеанси. Потім задайте новий пароль.',
      ],
      button: 'Повернути адресу',
    },
  },
}
