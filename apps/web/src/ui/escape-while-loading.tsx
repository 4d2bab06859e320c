import { useEffect, useEffectEvent } from 'react'

/** In place of what is still being loaded after it was opened: Escape closes it already. */
export function EscapeWhileLoading({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  return null
}
