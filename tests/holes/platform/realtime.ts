import type { Hole } from '../hole.ts'
import { channelHoles } from './realtime-channels.ts'
import { rowChangesHoles } from './row-changes.ts'

export const realtimeHoles: readonly Hole[] = [...channelHoles, ...rowChangesHoles]
