import type { Language } from '@roundsman/contract/users'

export interface AccountTexts {
  /** Answer of a registration, whatever came of it. */
  registered: string
  confirm: { subject: string; paragraphs: readonly string[]; button: string }
  taken: { subject: string; paragraphs: readonly string[]; button: string }
}

export const accountTexts: Readonly<Record<Language, AccountTexts>> = {
  en: {
    registered: 'We have sent you an e-mail. Open the link in it to go on.',
    confirm: {
      subject: 'Confirm your registration at Roundsman',
      paragraphs: [
        'Somebody, probably you, registered with this e-mail address.',
        'Open the link within 24 hours to confirm that the address is yours. If it was not you, do nothing: without the link no account is made.',
      ],
      button: 'Confirm the registration',
    },
    taken: {
      subject: 'You already have an account at Roundsman',
      paragraphs: [
        'Somebody, probably you, tried to register with this e-mail address, which already has an account.',
        'Nothing has changed. You can sign in with the password you have.',
      ],
      button: 'Sign in',
    },
  },
  ru: {
    registered: 'Мы отправили вам письмо. Чтобы продолжить, откройте ссылку из него.',
    confirm: {
      subject: 'Подтвердите регистрацию в Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, зарегистрировался с этим адресом электронной почты.',
        'Откройте ссылку в течение 24 часов, чтобы подтвердить, что адрес ваш. Если это были не вы, ничего не делайте: без перехода по ссылке учётная запись не появится.',
      ],
      button: 'Подтвердить регистрацию',
    },
    taken: {
      subject: 'У вас уже есть учётная запись в Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, попытался зарегистрироваться с этим адресом, но у него уже есть учётная запись.',
        'Ничего не изменилось. Вы можете войти со своим паролем.',
      ],
      button: 'Войти',
    },
  },
  uk: {
    registered: 'Ми надіслали вам листа. Щоб продовжити, відкрийте посилання з нього.',
    confirm: {
      subject: 'Підтвердьте реєстрацію в Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, зареєструвався з цією адресою електронної пошти.',
        'Відкрийте посилання протягом 24 годин, щоб підтвердити, що адреса ваша. Якщо це були не ви, нічого не робіть: без переходу за посиланням обліковий запис не зʼявиться.',
      ],
      button: 'Підтвердити реєстрацію',
    },
    taken: {
      subject: 'У вас уже є обліковий запис у Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, спробував зареєструватися з цією адресою, але в неї вже є обліковий запис.',
        'Нічого не змінилося. Ви можете увійти зі своїм паролем.',
      ],
      button: 'Увійти',
    },
  },
}

/** Sentences for one field of a request. */
export const fieldTexts = {
  commonPassword: {
    en: 'This password is among the most common ones. Choose another.',
    ru: 'Этот пароль — один из самых распространённых. Выберите другой.',
    uk: 'Цей пароль — один із найпоширеніших. Оберіть інший.',
  },
  timezone: {
    en: 'There is no such time zone.',
    ru: 'Такого часового пояса нет.',
    uk: 'Такого часового поясу немає.',
  },
  avatar: {
    en: 'A picture is uploaded by a call of its own; here it can only be kept or removed.',
    ru: 'Изображение загружается отдельным запросом; здесь его можно только оставить или удалить.',
    uk: 'Зображення завантажується окремим запитом; тут його можна лише залишити або видалити.',
  },
  required: { en: 'Required.', ru: 'Обязательное поле.', uk: "Обов'язкове поле." },
  picture: {
    en: 'This is not a picture that can be used: JPEG, PNG, WebP, GIF or AVIF, at most 50 megapixels.',
    ru: 'Это изображение не подходит: нужен JPEG, PNG, WebP, GIF или AVIF, не больше 50 мегапикселей.',
    uk: 'Це зображення не підходить: потрібен JPEG, PNG, WebP, GIF або AVIF, не більше 50 мегапікселів.',
  },
  text: {
    en: 'This text has characters that cannot be stored.',
    ru: 'В тексте есть символы, которые нельзя сохранить.',
    uk: 'У тексті є символи, які не можна зберегти.',
  },
} as const
