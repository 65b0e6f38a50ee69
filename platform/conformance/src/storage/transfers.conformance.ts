/** Cases of supabase/storage's own tests of the S3 protocol and of resumable uploads, drawn by a seed (docs/spec/wire.md §6). */
import { afterAll, beforeAll } from 'vitest'

import { s3ClientFor } from '../../../storage/testing/s3-clients.ts'
import { startStorage } from '../../../storage/testing/storage-server.ts'
import { playDrawn } from '../drawn.ts'
import type { TransferWorld } from './drawn/transfer-world.ts'
import { transferCases } from './drawn/transfers.ts'

let world: TransferWorld
beforeAll(async () => {
  const server = await startStorage({
    speaksS3: true,
    config: { answersAsUpstream: true, privateCachingAsUpstream: true },
  })
  world = { server, client: s3ClientFor(server.url) }
})
afterAll(async () => {
  world.client.destroy()
  await world.server[Symbol.asyncDispose]()
})

playDrawn({ name: 'transfers', counts: [0, 0, 20] }, transferCases, () => world)
