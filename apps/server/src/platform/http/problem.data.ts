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
    message: {
      en: 'You don’t have permission to do this.',
      ru: 'У вас нет доступа.',
      uk: 'У вас немає доступу.',
    },
  },
  csrf_failed: {
    status: 403,
    message: {
      en: 'This page has expired. Reload it and try again.',
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
    message: { en: 'Not found.', ru: 'Не найдено.', uk: 'Не знайдено.' },
  },
  network_not_found: {
    status: 404,
    message: { en: 'Unknown network.', ru: 'Неизвестная сеть.', uk: 'Невідома мережа.' },
  },
  method_not_allowed: {
    status: 405,
    message: {
      en: 'This method isn’t supported here.',
      ru: 'Этот метод здесь не поддерживается.',
      uk: 'Цей метод тут не підтримується.',
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
      en: 'This content type isn’t supported here.',
      ru: 'Этот тип содержимого здесь не поддерживается.',
      uk: 'Цей тип вмісту тут не підтримується.',
    },
  },
  too_many_requests: {
    status: 429,
    message: {
      en: 'Too many requests. Wait a moment and try again.',
      ru: 'Слишком много запросов. Подождите немного.',
      uk: 'Забагато запитів. Зачекайте трохи.',
    },
  },
  invalid_credentials: {
    status: 400,
    message: {
      en: 'Wrong e-mail or password.',
      ru: 'Неверный адрес или пароль.',
      uk: 'Неправильна адреса або пароль.',
    },
  },
  email_not_confirmed: {
    status: 400,
    message: {
      en: 'This e-mail address isn’t confirmed yet. Open the link in the e-mail we sent you.',
      ru: 'Адрес ещё не подтверждён. Откройте ссылку из письма, которое мы отправили.',
      uk: 'Адресу ще не підтверджено. Відкрийте посилання з листа, який ми надіслали.',
    },
  },
  invalid_credential: {
    status: 400,
    message: {
      en: 'The provider didn’t confirm this sign-in.',
      ru: 'Провайдер не подтвердил вход.',
      uk: 'Провайдер не підтвердив вхід.',
    },
  },
  password_required: {
    status: 400,
    message: {
      en: 'Enter the password you signed up with.',
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
    message: { en: 'Wrong code.', ru: 'Неверный код.', uk: 'Неправильний код.' },
  },
  code_expired: {
    status: 410,
    message: {
      en: 'The code has expired. Request a new one.',
      ru: 'Срок действия кода истёк. Запросите новый.',
      uk: 'Термін дії коду минув. Попросіть новий.',
    },
  },
  second_factor_needed: {
    status: 403,
    message: {
      en: 'Confirm with your second factor first.',
      ru: 'Сначала подтвердите действие вторым фактором.',
      uk: 'Спершу підтвердьте дію другим фактором.',
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
      en: 'This was changed elsewhere in the meantime.',
      ru: 'Данные тем временем изменены в другом месте.',
      uk: 'Дані тим часом змінено в іншому місці.',
    },
  },
  already_linked: {
    status: 409,
    message: {
      en: 'This sign-in is already linked to an account, or your account already has one from this provider.',
      ru: 'Этот вход уже привязан к аккаунту, или в вашем аккаунте уже есть вход через этого провайдера.',
      uk: 'Цей вхід уже прив’язано до акаунта, або ваш акаунт уже має вхід через цього провайдера.',
    },
  },
  last_sign_in_method: {
    status: 409,
    message: {
      en: 'This is the only way into your account. Set a password first.',
      ru: 'Это единственный способ войти в ваш аккаунт. Сначала задайте пароль.',
      uk: 'Це єдиний спосіб увійти до вашого акаунта. Спершу задайте пароль.',
    },
  },
  last_owner: {
    status: 409,
    message: {
      en: 'A team needs an owner. Make another member an owner first.',
      ru: 'У команды должен быть владелец. Сначала назначьте владельцем другого участника.',
      uk: 'У команди має бути власник. Спершу призначте власником іншого учасника.',
    },
  },
  contact_refused: {
    status: 400,
    message: {
      en: 'The service refused the test message.',
      ru: 'Сервис не принял проверочное сообщение.',
      uk: 'Сервіс не прийняв перевірочне повідомлення.',
    },
  },
  address_not_allowed: {
    status: 400,
    message: {
      en: 'Messages can’t be sent to this address. It has to start with https:// and lead to a public server.',
      ru: 'По этому адресу нельзя отправлять сообщения. Он должен начинаться с https:// и вести на общедоступный сервер.',
      uk: 'На цю адресу не можна надсилати повідомлення. Вона має починатися з https:// і вести на загальнодоступний сервер.',
    },
  },
  not_configured: {
    status: 400,
    message: {
      en: 'This isn’t set up on this site.',
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
      en: 'Not available right now. Try again in a moment.',
      ru: 'Сейчас недоступно. Попробуйте через минуту.',
      uk: 'Зараз недоступно. Спробуйте за хвилину.',
    },
  },
  overloaded: {
    status: 503,
    message: {
      en: 'The server is busy and is putting alerts first. Try again in a moment.',
      ru: 'Сервер перегружен и сначала обрабатывает оповещения. Попробуйте через минуту.',
      uk: 'Сервер перевантажений і спершу обробляє сповіщення. Спробуйте за хвилину.',
    },
  },
} as const satisfies Record<ProblemCode, { status: number; message: Message }>
