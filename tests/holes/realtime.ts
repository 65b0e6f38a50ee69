import type { Hole } from './hole.ts'

export const realtimeHoles: readonly Hole[] = []
