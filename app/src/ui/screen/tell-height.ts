/** Heights of what stands over the page, in custom properties of its root: what lies under it leaves that much room. */

const heights = new Map<string, Map<Element, number>>()

/** For the `ref` of whatever stands there: the highest of those that are there counts, none is 0. */
export function tellHeight(name: `--${string}`): (element: Element | null) => (() => void) | undefined {
  return (element) => {
    if (!element) return undefined
    const known = heights.get(name) ?? new Map<Element, number>()
    heights.set(name, known)
    const tell = () => document.documentElement.style.setProperty(name, `${Math.max(0, ...known.values())}px`)
    const observer = new ResizeObserver(([entry]) => {
      known.set(element, entry?.borderBoxSize[0]?.blockSize ?? 0)
      tell()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      known.delete(element)
      tell()
    }
  }
}
