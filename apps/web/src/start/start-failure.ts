import type { Language } from '@roundsman/contract/accounts/users'
import { removeEarlyForm } from '../data/browser/early-form.ts'

/** Fired by main.tsx when the program breaks before it has drawn anything. */
export const notStarted = 'roundsman:not-started'

/** They stand here because the catalogues may be what could not be fetched. */
const texts: Record<Language, [sentence: string, reload: string]> = {
  en: ['The page did not start.', 'Reload'],
  ru: ['Страница не запустилась.', 'Перезагрузить'],
  uk: ['Сторінка не запустилася.', 'Перезавантажити'],
}

/** Where the program cannot be fetched, or breaks before it draws anything, the splash says so (P108). */
export function watchStart(language: Language): void {
  const show = () => showFailure(language)
  window.addEventListener(notStarted, show)
  window.addEventListener(
    'error',
    (event) => {
      const script = event.target instanceof HTMLScriptElement
      const ours = event instanceof ErrorEvent && event.filename.startsWith(`${location.origin}/assets/`)
      if (script || ours) show()
    },
    true,
  )
}

function showFailure(language: Language): void {
  // A form that the program does not take over leads nowhere.
  removeEarlyForm()
  document.querySelector('.splash')?.removeAttribute('hidden')
  const place = document.querySelector('.splash [role=alert]')
  // Once the page is drawn there is no splash, and the page says what is wrong by itself.
  if (place === null || place.hasChildNodes()) return
  const [sentence, reload] = texts[language]
  const again = document.createElement('a')
  again.href = location.href
  again.textContent = reload
  again.addEventListener('click', (event) => {
    event.preventDefault()
    location.reload()
  })
  place.append(sentence, ' ', again)
  document.querySelector('.splash i')?.remove()
}
