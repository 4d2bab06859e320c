import Box from '@mui/material/Box'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { Started } from './provider-sign-in.ts'
import { useServices } from './services.ts'

interface Props {
  clientId: string
  /** Stands in the token that Google makes, so that it serves for this sign-in only. */
  nonce: string
  onCredential: (credential: string) => void
  /** The script could not be loaded. */
  onBlocked: () => void
}

/** Google's largest button. */
const maxWidth = 400

/** Google's own button, drawn by its script in a frame of its own, as its rules demand. */
export function GoogleButton({ clientId, nonce, onCredential, onBlocked }: Props) {
  const { i18n } = useTranslation()
  const { language } = i18n
  const { settings } = useServices()
  // Its frame knows nothing of the page's colors: a scheme is all that it takes.
  const dark = useSyncExternalStore(settings.subscribe, settings.scheme) === 'dark'
  const place = useRef<HTMLDivElement>(null)
  const deliver = useEffectEvent(onCredential)
  const give = useEffectEvent(onBlocked)
  useEffect(() => {
    let current = true
    async function draw(): Promise<void> {
      const google = await loadGoogle()
      const parent = place.current
      if (!current || !parent) return
      google.initialize({
        client_id: clientId,
        nonce,
        callback: ({ credential }) => {
          if (current) deliver(credential)
        },
        ux_mode: 'popup',
        auto_select: false,
      })
      parent.replaceChildren()
      google.renderButton(parent, {
        type: 'standard',
        theme: dark ? 'filled_black' : 'outline',
        size: 'large',
        text: 'continue_with',
        shape: 'rectangular',
        logo_alignment: 'center',
        locale: language,
        width: Math.min(parent.clientWidth, maxWidth),
      })
    }
    draw().catch(() => {
      if (current) give()
    })
    return () => {
      current = false
    }
  }, [clientId, nonce, language, dark])
  // A frame of another scheme than its page is painted opaque around the button.
  return (
    <Box
      ref={place}
      sx={{
        minHeight: 44,
        display: 'grid',
        justifyItems: 'center',
        alignItems: 'center',
        colorScheme: 'light',
      }}
    />
  )
}

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
    options: {
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
async function loadGoogle(): Promise<GoogleId> {
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
