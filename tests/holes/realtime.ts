import type { Hole } from './hole.ts'
import { rowChangesHoles } from './row-changes.ts'

export const realtimeHoles: readonly Hole[] = [...rowChangesHoles]
