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
  const names = namespace === undefined ? [] : [namespace].flat().map(String)
  const load = loadOf(i18n, language, names)
  // Whoever has waited goes on from here, and has to wait again to be told that it is there: one that did not would
  // throw, and the whole page be drawn anew (React's error 520, P823).
  if (load !== null) use(load)
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

/** The load of these texts, once anybody has had to wait for it; null: they were there before. */
function loadOf(texts: i18n, language: string, names: readonly string[]): Promise<void> | null {
  if (names.length === 0) return null
  const key = `${language} ${names.join(' ')}`
  const begun = loads.get(texts)?.get(key)
  if (begun !== undefined) return begun
  const lacking = names.filter((name) => !texts.hasLoadedNamespace(name))
  if (lacking.length === 0) return null
  const load = texts.loadNamespaces(lacking)
  loads.set(texts, (loads.get(texts) ?? new Map<string, Promise<void>>()).set(key, load))
  return load
}
