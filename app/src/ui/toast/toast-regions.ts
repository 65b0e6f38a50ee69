/** Which toast region is on top: the last dialog's, else the page's, which may come later than a dialog. */
const listeners = new Set<() => void>()
let regions: readonly string[] = []

export function claimRegion(id: string, level: 'page' | 'dialog'): () => void {
  change(level === 'page' ? [id, ...regions] : [...regions, id])
  return () => change(regions.filter((region) => region !== id))
}

export function topRegion(): string | undefined {
  return regions.at(-1)
}

export function watchRegions(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function change(next: readonly string[]): void {
  regions = next
  for (const notify of listeners) notify()
}
