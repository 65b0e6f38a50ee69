import type { Hole } from './hole.ts'

export const storageHoles: readonly Hole[] = []
