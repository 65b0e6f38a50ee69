/** Cases of supabase/storage's own tests, drawn by a seed (docs/spec/wire.md §6). */
import { afterAll, beforeAll } from 'vitest'

import { playDrawn } from '../drawn.ts'
import { listingCases } from './drawn/listings.ts'
import { objectCases } from './drawn/objects.ts'
import { signatureCases } from './drawn/signatures.ts'
import { thirdCases } from './drawn/third.ts'
import { storageWorld, type StorageWorld } from './drawn/world.ts'

let world: StorageWorld
beforeAll(async () => {
  world = await storageWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

playDrawn(
  { name: 'storage', counts: [42, 0, 40] },
  [...objectCases, ...signatureCases, ...listingCases, ...thirdCases],
  () => world,
)
