import { type Page, test } from '@playwright/test'
import { type Language, languages } from '@roundsman/contract/accounts/users'
import { type InputMethod, keyboard, mouse } from '../src/input-method.ts'
import { changeAddress } from '../src/account-journey/address.ts'
import { forget } from '../src/account-journey/forgotten-password.ts'
import { keepPhone } from '../src/account-journey/phone.ts'
import { keepProfile } from '../src/account-journey/profile.ts'
import { register } from '../src/account-journey/registration.ts'
import { endOthers } from '../src/account-journey/sessions.ts'
import { useAgain } from '../src/account-journey/used-link.ts'
import { theProduct } from '../src/product.ts'
import { textsIn } from '../src/texts.ts'
import { signOut, type Visitor } from '../src/visitor.ts'

interface Journey {
  locale: string
  dark: boolean
  inputMethodOf: (page: Page) => InputMethod
  number: string
}

/** One life with the mouse, one in the dark, one without a mouse. The numbers are Ofcom's for plays. */
const journeys: Readonly<Record<Language, Journey>> = {
  en: { locale: 'en-GB', dark: false, inputMethodOf: mouse, number: '+44 7700 900101' },
  ru: { locale: 'ru-RU', dark: true, inputMethodOf: mouse, number: '+44 7700 900102' },
  uk: { locale: 'uk-UA', dark: false, inputMethodOf: keyboard, number: '+44 7700 900103' },
}
/** A device that the list of sessions tells from the one that looks at it. */
const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

for (const language of languages) {
  const { locale, dark, inputMethodOf, number } = journeys[language]
  test.describe(`in ${language}`, () => {
    test.use({ locale, permissions: ['clipboard-read', 'clipboard-write'] })

    test('an account lives from its registration to a forgotten password', async ({
      page,
      browser,
      request,
    }) => {
      test.setTimeout(240_000)
      const visitor: Visitor = {
        page,
        input: inputMethodOf(page),
        t: textsIn(language),
        language,
        product: theProduct(),
      }
      const account = {
        email: `life-${language}@example.org`,
        password: 'tidewater nine copper',
        name: 'Ada',
      }

      const registered = await test.step('registration', () => register(visitor, account, dark))
      await test.step('profile', () => keepProfile(visitor, account))
      await test.step('sessions', async () => {
        const context = await browser.newContext({ locale, userAgent })
        const other = await context.newPage()
        await endOthers(visitor, { ...visitor, page: other, input: inputMethodOf(other) }, account)
        await context.close()
      })
      const changed = await test.step('address', () => changeAddress(visitor, account))
      await test.step('phone', () => keepPhone(visitor, account, request, number))
      const forgotten = await test.step('forgotten password', () => forget(visitor, account))
      await test.step('used links', async () => {
        await signOut(visitor, account.name)
        await useAgain(visitor, registered, {
          button: 'account:newAccount.confirm',
          wayOn: 'account.create',
          leadsTo: /\/register$/,
        })
        await useAgain(visitor, changed, {
          button: 'account:newEmail.confirm',
          wayOn: 'account:expired.toSettings',
          leadsTo: /\/login\?next=/,
        })
        await useAgain(visitor, forgotten, {
          password: account.password,
          button: 'account:newPassword.save',
          wayOn: 'account:expired.resetAgain',
          leadsTo: /\/reset-password$/,
        })
      })
    })
  })
}
