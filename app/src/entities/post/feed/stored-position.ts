/** Whether a list begins below its top, where somebody stopped on this device a moment ago. */

/** Whoever comes back later begins with what is new. */
const backSoonMs = 30 * 60_000

export function isBackSoon(place: { at: number } | undefined): boolean {
  return place !== undefined && Date.now() - place.at < backSoonMs
}

export function startsBelowTop(list: string): boolean {
  try {
    return [localStorage, sessionStorage].some((store) =>
      Object.keys(store).some((key) => {
        if (!key.endsWith(`.place.${list}`)) return false
        const place = JSON.parse(store.getItem(key) ?? '{}') as { at: number; cursor: string | null }
        return place.cursor !== null && isBackSoon(place)
      }),
    )
  } catch {
    // A browser that keeps nothing.
    return false
  }
}
