import type { Language } from '@roundsman/contract/accounts/users'

interface AccountTexts {
  /** Answer of a registration, whatever came of it. */
  registered: string
  confirm: { subject: string; paragraphs: readonly string[]; button: string }
  taken: { subject: string; paragraphs: readonly string[]; button: string }
}

export const accountTexts: Readonly<Record<Language, AccountTexts>> = {
  en: {
    registered: 'Check your inbox: we sent you a link to finish signing up.',
    confirm: {
      subject: 'Confirm your Roundsman account',
      paragraphs: [
        'Someone, probably you, signed up for Roundsman with this e-mail address.',
        'Confirm within 24 hours that the address is yours. If this wasn’t you, ignore this e-mail: no account is created.',
      ],
      button: 'Confirm account',
    },
    taken: {
      subject: 'You already have a Roundsman account',
      paragraphs: [
        'Someone, probably you, tried to sign up with this e-mail address, which already has an account.',
        'Nothing has changed. Sign in with your current password.',
      ],
      button: 'Sign in',
    },
  },
  ru: {
    registered: 'Проверьте почту: мы отправили ссылку для завершения регистрации.',
    confirm: {
      subject: 'Подтвердите аккаунт Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, зарегистрировался в Roundsman с этим адресом электронной почты.',
        'Подтвердите в течение 24 часов, что это ваш адрес. Если это были не вы, просто проигнорируйте письмо: аккаунт не будет создан.',
      ],
      button: 'Подтвердить аккаунт',
    },
    taken: {
      subject: 'У вас уже есть аккаунт Roundsman',
      paragraphs: [
        'Кто-то, вероятно вы, попытался зарегистрироваться с этим адресом, но с ним уже есть аккаунт.',
        'Ничего не изменилось. Войдите с текущим паролем.',
      ],
      button: 'Войти',
    },
  },
  uk: {
    registered: 'Перевірте пошту: ми надіслали посилання для завершення реєстрації.',
    confirm: {
      subject: 'Підтвердьте акаунт Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, зареєструвався в Roundsman із цією адресою електронної пошти.',
        'Підтвердьте протягом 24 годин, що це ваша адреса. Якщо це були не ви, просто проігноруйте лист: акаунт не буде створено.',
      ],
      button: 'Підтвердити акаунт',
    },
    taken: {
      subject: 'У вас уже є акаунт Roundsman',
      paragraphs: [
        'Хтось, імовірно ви, спробував зареєструватися з цією адресою, але з нею вже є акаунт.',
        'Нічого не змінилося. Увійдіть із поточним паролем.',
      ],
      button: 'Увійти',
    },
  },
}

/** Sentences for one field of a request. */
export const fieldTexts = {
  leakedPassword: {
    en: 'This password has appeared in data breaches. Choose another.',
    ru: 'Этот пароль есть в известных утечках. Выберите другой.',
    uk: 'Цей пароль є у відомих витоках даних. Оберіть інший.',
  },
  contextPassword: {
    en: 'Words of this site are easy to guess here, also with numbers. Choose another.',
    ru: 'Слова этого сайта легко угадать, даже с цифрами. Выберите другой пароль.',
    uk: 'Слова цього сайту легко вгадати, навіть із цифрами. Оберіть інший пароль.',
  },
  passwordIsAddress: {
    en: 'Don’t use your own e-mail address as your password.',
    ru: 'Не используйте в качестве пароля свой адрес электронной почты.',
    uk: 'Не використовуйте як пароль власну адресу електронної пошти.',
  },
  samePassword: {
    en: 'This is your current password. Choose another.',
    ru: 'Это ваш текущий пароль. Выберите другой.',
    uk: 'Це ваш поточний пароль. Оберіть інший.',
  },
  neverLoud: {
    en: 'Leave some time of the week out. Otherwise, nothing would ever be sent.',
    ru: 'Оставьте время без тишины, иначе оповещения никогда не придут.',
    uk: 'Залиште час без тиші, інакше сповіщення ніколи не надійдуть.',
  },
  timezone: {
    en: 'Unknown time zone.',
    ru: 'Неизвестный часовой пояс.',
    uk: 'Невідомий часовий пояс.',
  },
  avatar: {
    en: 'Upload the picture separately; here it can only be kept or removed.',
    ru: 'Загрузите изображение отдельно; здесь его можно только оставить или удалить.',
    uk: 'Завантажте зображення окремо; тут його можна лише залишити або видалити.',
  },
  required: { en: 'Required.', ru: 'Обязательное поле.', uk: 'Обов’язкове поле.' },
  picture: {
    en: 'Use a JPEG, PNG, WebP, GIF or AVIF picture of at most 50 megapixels.',
    ru: 'Загрузите JPEG, PNG, WebP, GIF или AVIF не больше 50 мегапикселей.',
    uk: 'Завантажте JPEG, PNG, WebP, GIF або AVIF не більше 50 мегапікселів.',
  },
  text: {
    en: 'This text contains characters that can’t be stored.',
    ru: 'В тексте есть символы, которые нельзя сохранить.',
    uk: 'У тексті є символи, які не можна зберегти.',
  },
} as const
