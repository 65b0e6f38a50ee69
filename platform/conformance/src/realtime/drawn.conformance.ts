/** Cases of supabase/realtime's own tests, drawn by a seed (docs/spec/wire.md §6). */
import { afterAll, beforeAll } from 'vitest'

import { playDrawn } from '../drawn.ts'
import { channelCases } from './drawn/channels.ts'
import { rowCases } from './drawn/rows.ts'
import { secondCases } from './drawn/second.ts'
import { sentCases } from './drawn/sent.ts'
import { tokenCases } from './drawn/tokens.ts'
import { realtimeWorld, type RealtimeWorld } from './drawn/world.ts'

let world: RealtimeWorld
beforeAll(async () => {
  world = await realtimeWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const cases = [...channelCases, ...tokenCases, ...rowCases, ...sentCases, ...secondCases]
playDrawn({ name: 'realtime', counts: [66, 42] }, cases, () => world)
