import type { Started } from './sign-in-attempt.ts'

/** As much of Google's script as is used. https://developers.google.com/identity/gsi/web/reference/js-reference */
export interface GoogleId {
  initialize(config: {
    client_id: string
    nonce: string
    callback: (response: { credential: string }) => void
    ux_mode: 'popup'
    auto_select: false
  }): void
  renderButton(
    parent: HTMLElement,
    look: {
      type: 'standard'
      theme: 'outline' | 'filled_black'
      size: 'large'
      text: 'continue_with'
      shape: 'rectangular'
      logo_alignment: 'center'
      locale: string
      width?: number
    },
  ): void
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleId } }
  }
}

const source = 'https://accounts.google.com/gsi/client'

/** Google goes by its own script, any other provider by redirect. */
export function isGoogle({ authorization_url }: Started): boolean {
  return new URL(authorization_url).host === new URL(source).host
}

let loading: Promise<GoogleId> | null = null

/** Google's script, loaded when it is first needed; after a failure the next call tries again. */
export async function loadGoogle(): Promise<GoogleId> {
  const there = window.google?.accounts?.id
  if (there) return there
  loading ??= addScript().finally(() => {
    loading = null
  })
  return loading
}

function addScript(): Promise<GoogleId> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    script.addEventListener('load', () => {
      const id = window.google?.accounts?.id
      if (id) resolve(id)
      else reject(new Error("Google's script has another shape."))
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error("Google's script could not be loaded."))
    })
    document.head.append(script)
  })
}
