import type { ProblemCode } from '@roundsman/contract/problem'
import type { Message } from './problem-error.ts'

/** Usual status and sentence of each code, which is its title; programs go by `code` and `type`. */
export const problemData = {
  bad_request: {
    status: 400,
    message: {
      en: 'The request could not be read.',
      ru: 'Запрос не удалось прочитать.',
      uk: 'Запит не вдалося прочитати.',
    },
  },
  validation_failed: {
    status: 400,
    message: {
      en: 'Some fields are not valid.',
      ru: 'Некоторые поля заполнены неверно.',
      uk: 'Деякі поля заповнені неправильно.',
    },
  },
  not_authenticated: {
    status: 401,
    message: { en: 'Please sign in.', ru: 'Войдите в систему.', uk: 'Увійдіть у систему.' },
  },
  permission_denied: {
    status: 403,
    message: { en: 'You may not do this.', ru: 'У вас нет доступа.', uk: 'У вас немає доступу.' },
  },
  csrf_failed: {
    status: 403,
    message: {
      en: 'The page is out of date. Reload it and try again.',
      ru: 'Страница устарела. Обновите её и попробуйте снова.',
      uk: 'Сторінка застаріла. Оновіть її та спробуйте знову.',
    },
  },
  origin_not_allowed: {
    status: 403,
    message: {
      en: 'The request comes from another site.',
      ru: 'Запрос пришёл с другого сайта.',
      uk: 'Запит надійшов з іншого сайту.',
    },
  },
  not_found: {
    status: 404,
    message: { en: 'There is nothing here.', ru: 'Здесь ничего нет.', uk: 'Тут нічого немає.' },
  },
  network_not_found: {
    status: 404,
    message: { en: 'There is no such network.', ru: 'Такой сети нет.', uk: 'Такої мережі немає.' },
  },
  method_not_allowed: {
    status: 405,
    message: {
      en: 'This cannot be done here.',
      ru: 'Это действие здесь невозможно.',
      uk: 'Ця дія тут неможлива.',
    },
  },
  payload_too_large: {
    status: 413,
    message: {
      en: 'The request is too large.',
      ru: 'Слишком большой запрос.',
      uk: 'Занадто великий запит.',
    },
  },
  unsupported_media_type: {
    status: 415,
    message: {
      en: 'Only JSON is taken here.',
      ru: 'Здесь принимается только JSON.',
      uk: 'Тут приймається лише JSON.',
    },
  },
  too_many_requests: {
    status: 429,
    message: {
      en: 'Too many requests. Please wait a little.',
      ru: 'Слишком много запросов. Подождите немного.',
      uk: 'Забагато запитів. Зачекайте трохи.',
    },
  },
  invalid_credentials: {
    status: 400,
    message: {
      en: 'E-mail or password is wrong.',
      ru: 'Неверный адрес или пароль.',
      uk: 'Неправильна адреса або пароль.',
    },
  },
  invalid_credential: {
    status: 400,
    message: {
      en: 'The provider did not confirm this sign-in.',
      ru: 'Провайдер не подтвердил вход.',
      uk: 'Провайдер не підтвердив вхід.',
    },
  },
  password_required: {
    status: 400,
    message: {
      en: 'Please enter the password you registered with.',
      ru: 'Введите пароль, указанный при регистрации.',
      uk: 'Введіть пароль, вказаний під час реєстрації.',
    },
  },
  invalid_token: {
    status: 400,
    message: {
      en: 'This link has been used or has expired.',
      ru: 'Ссылка уже использована или устарела.',
      uk: 'Посилання вже використане або застаріле.',
    },
  },
  invalid_code: {
    status: 400,
    message: { en: 'The code is wrong.', ru: 'Неверный код.', uk: 'Неправильний код.' },
  },
  code_expired: {
    status: 410,
    message: {
      en: 'The code has expired. Ask for a new one.',
      ru: 'Срок действия кода истёк. Запросите новый.',
      uk: 'Термін дії коду минув. Попросіть новий.',
    },
  },
  phone_not_confirmed: {
    status: 400,
    message: {
      en: 'Confirm this number first.',
      ru: 'Сначала подтвердите этот номер.',
      uk: 'Спершу підтвердьте цей номер.',
    },
  },
  changed_elsewhere: {
    status: 412,
    message: {
      en: 'This has been changed elsewhere in the meantime.',
      ru: 'Данные тем временем изменены в другом месте.',
      uk: 'Дані тим часом змінено в іншому місці.',
    },
  },
  already_linked: {
    status: 409,
    message: {
      en: 'This sign-in belongs to an account already, or your account has one of this provider.',
      ru: 'Этот вход уже привязан к учётной записи, или у вашей учётной записи уже есть вход через этого провайдера.',
      uk: 'Цей вхід уже прив’язано до облікового запису, або ваш обліковий запис уже має вхід через цього провайдера.',
    },
  },
  last_sign_in_method: {
    status: 409,
    message: {
      en: 'This is the only way into your account. Set a password first.',
      ru: 'Это единственный способ войти в вашу учётную запись. Сначала задайте пароль.',
      uk: 'Це єдиний спосіб увійти до вашого облікового запису. Спершу задайте пароль.',
    },
  },
  not_configured: {
    status: 400,
    message: {
      en: 'This is not set up on this site.',
      ru: 'На этом сайте это не настроено.',
      uk: 'На цьому сайті це не налаштовано.',
    },
  },
  internal_error: {
    status: 500,
    message: {
      en: 'Something went wrong on our side.',
      ru: 'Что-то пошло не так на нашей стороне.',
      uk: 'Щось пішло не так на нашому боці.',
    },
  },
  unavailable: {
    status: 503,
    message: {
      en: 'Not available just now. Please try again in a moment.',
      ru: 'Сейчас недоступно. Попробуйте через минуту.',
      uk: 'Зараз недоступно. Спробуйте за хвилину.',
    },
  },
} as const satisfies Record<ProblemCode, { status: number; message: Message }>
