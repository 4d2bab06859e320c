import type { DefaultNamespace, i18n, Namespace, TFunction } from 'i18next'
import { use, useCallback, useMemo, useSyncExternalStore } from 'react'
import { I18nContext } from 'react-i18next'

interface Texts<N extends Namespace> {
  t: TFunction<N>
  /** The instance itself, the same for every component. */
  i18n: i18n
}

/**
 * Texts of a namespace in the language of the page; waits (Suspense) where they are not loaded. The hook of
 * react-i18next makes a copy of the whole instance for each component that calls it, so that nothing can be kept for
 * all of them; for the first view of the list that took longer than the texts (docs/decisions/022-slow-phone.md).
 */
export function useTranslation<N extends Namespace = DefaultNamespace>(namespace?: N): Texts<N> {
  const { i18n } = use(I18nContext)
  const subscribe = useCallback(
    (changed: () => void) => {
      i18n.on('languageChanged', changed)
      return () => i18n.off('languageChanged', changed)
    },
    [i18n],
  )
  const language = useSyncExternalStore(subscribe, () => i18n.language)
  // Those of every page are there before the page is drawn.
  const names = namespace === undefined ? [] : [namespace].flat()
  const lacking = names.filter((name) => !i18n.hasLoadedNamespace(String(name)))
  if (lacking.length > 0) use(loadOnce(i18n, `${language} ${lacking.join(' ')}`, lacking.map(String)))
  const t = useMemo(
    () =>
      namespace === undefined
        ? i18n.getFixedT<N, undefined, N>(language)
        : i18n.getFixedT<N, undefined, N>(language, namespace),
    [i18n, language, namespace],
  )
  return { t, i18n }
}

/** By instance; each load by language and names: who waits for it asks again each time that it is drawn. */
const loads = new WeakMap<i18n, Map<string, Promise<void>>>()
function loadOnce(texts: i18n, key: string, namespaces: string[]): Promise<void> {
  const known = loads.get(texts) ?? new Map<string, Promise<void>>()
  loads.set(texts, known)
  const load = known.get(key) ?? texts.loadNamespaces(namespaces)
  known.set(key, load)
  return load
}
