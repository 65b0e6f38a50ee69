/**
 * What a device may do without. A storage with no room left, as on a phone that is full, takes nothing more: that stops
 * nobody, and where a page is drawn it would take the whole page away.
 */
export function note(storage: Storage | undefined, key: string, value: string): void {
  try {
    storage?.setItem(key, value)
  } catch {
    // As before, then.
  }
}
