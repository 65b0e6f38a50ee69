/** Cases of supabase/auth's own tests, drawn by a seed (docs/spec/wire.md §6). */
import { afterAll, beforeAll } from 'vitest'

import { playDrawn } from '../drawn.ts'
import { accountCases } from './drawn/accounts.ts'
import { messageCases } from './drawn/messages.ts'
import { secondCases } from './drawn/second.ts'
import { thirdCases } from './drawn/third.ts'
import { authWorld, type AuthWorld } from './drawn/world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

playDrawn(
  { name: 'auth', counts: [40, 26, 27] },
  [...accountCases, ...messageCases, ...secondCases, ...thirdCases],
  () => world,
)
