import { useCallback, useState } from 'react'
import { useServices } from './services.ts'

/** State that this browser keeps under a key; `read` turns what was kept (or null) into a value and never throws. */
export function usePersisted<T>(key: string, read: (text: string | null) => T): [T, (value: T) => void] {
  const { storage } = useServices()
  const [value, setValue] = useState(() => read(storage.read(key)))
  const write = useCallback(
    (next: T) => {
      setValue(next)
      storage.write(key, JSON.stringify(next))
    },
    [storage, key],
  )
  return [value, write]
}
