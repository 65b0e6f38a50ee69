/** Which toast region is on top: the last dialog's, else the page's, which may come later than a dialog. */
import { create } from 'zustand'

const useRegions = create<readonly string[]>()(() => [])

export function claimRegion(id: string, level: 'page' | 'dialog'): () => void {
  const change = (by: (regions: readonly string[]) => readonly string[]) =>
    useRegions.setState(by(useRegions.getState()), true)
  change((regions) => (level === 'page' ? [id, ...regions] : [...regions, id]))
  return () => change((regions) => regions.filter((region) => region !== id))
}

export function useTopRegion(): string | undefined {
  return useRegions((regions) => regions.at(-1))
}
