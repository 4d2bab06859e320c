import { createContext, type ReactNode, use, useEffect, useState } from 'react'

const NameContext = createContext<string | null>(null)
const SetNameContext = createContext<(name: string | null) => void>(() => undefined)

/** Around a page and what gives the window its title. */
export function WindowNameProvider({ children }: { children: ReactNode }) {
  const [name, setName] = useState<string | null>(null)
  return (
    <SetNameContext value={setName}>
      <NameContext value={name}>{children}</NameContext>
    </SetNameContext>
  )
}

/** What the open page is about, where that has a name of its own. */
export function useWindowName(): string | null {
  return use(NameContext)
}

/** Calls the window after what the page is about, for as long as it stands (P481). */
export function useNamedWindow(name: string | null): void {
  const setName = use(SetNameContext)
  useEffect(() => {
    setName(name)
    return () => setName(null)
  }, [name, setName])
}
