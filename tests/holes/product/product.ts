import type { Hole } from '../hole.ts'

export const productHoles: readonly Hole[] = []
