/** How far several creations are together; `null` while none of them says. */
import type { Creation } from '../creation.ts'

export function overallProgress(creations: readonly Pick<Creation, 'progress'>[]): number | null {
  if (creations.every(({ progress }) => progress === null)) return null
  const sum = creations.reduce((total, { progress }) => total + (progress ?? 0), 0)
  return sum / creations.length
}

/** What is read out: 0, 50 and 100 % only. */
export function announceable(share: number | null): string {
  if (share === null || share < 0.5) return '0 %'
  return share < 1 ? '50 %' : '100 %'
}
