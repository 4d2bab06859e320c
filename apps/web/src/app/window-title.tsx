import { attentionOf } from '@roundsman/contract/validator-state'
import { useEffect } from 'react'
import { useServices } from '../data/services.ts'
import { useValidators } from '../data/use-validators.ts'
import { showFavicon } from '../ui/favicon.ts'

const siteTitle = 'Blockchain Monitoring'

interface Props {
  /** Of the page; null where it has none of its own. */
  title: string | null
  /** Validators that need attention; 0 also while nothing is known. */
  count?: number
}

/** The window is called after the network first: whoever has ten tabs open sees the beginning of each name (P117). */
export function WindowTitle({ title, count = 0 }: Props) {
  const { network } = useServices()
  const parts = [network.name, title, siteTitle].filter((part) => part !== null).join(' · ')
  const text = count === 0 ? parts : `(${count}) ${parts}`
  useEffect(() => {
    document.title = text
  }, [text])
  useEffect(() => {
    showFavicon(document, count)
    return () => showFavicon(document, 0)
  }, [count])
  return null
}

/** With the count of what needs attention, which a tab in the background shows too. Apart: it may change each second. */
export function WindowTitleWithCount({ title, mayRead }: Props & { mayRead: boolean }) {
  const attention = attentionOf(useValidators(mayRead).known?.validators ?? [])
  return <WindowTitle title={title} count={attention === null ? 0 : attention.jailed + attention.missing} />
}
