import { useState } from 'react'

/** The width of an element's content, known before the first paint and kept up to date; 0 until then. */
export function useElementWidth(): [width: number, measure: (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0)
  const measure = (element: HTMLElement | null) => {
    if (!element) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }
  return [width, measure]
}
