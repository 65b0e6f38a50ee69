import type { Hole } from './hole.ts'

export const restHoles: readonly Hole[] = []
