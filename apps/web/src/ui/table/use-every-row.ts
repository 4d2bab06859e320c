import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True while the page is printed: then every row is drawn, wherever the screen is. */
export function useEveryRow(): boolean {
  const [every, setEvery] = useState(false)
  useEffect(() => {
    // The browser takes its picture when the listener has returned.
    const set = (value: boolean) => () => flushSync(() => setEvery(value))
    const [begin, end] = [set(true), set(false)]
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return every
}
