import { type RefObject, useLayoutEffect, useState } from 'react'

/** How far below the top of the page an element begins, for lists that scroll with the page. */
export function useScrollMargin(element: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top
      if (top !== undefined) setMargin(Math.round(top + window.scrollY))
    }
    measure()
    // Banners come and go above the list.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return margin
}
