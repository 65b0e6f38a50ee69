/** storage/v1 in a process of its own, to be killed: the database and the folder come from the test. */
import type { AddressInfo } from 'node:net'

import { openDatabases } from '@platform/database'
import Fastify from 'fastify'

import { diskBlobStore } from '../src/index.ts'
import { storagePlugin } from '../src/wire.ts'

const [url = '', folder = ''] = process.argv.slice(2)
const databases = await openDatabases({ kind: 'postgres', url, pools: { gateway: 4, system: 2 } }, () => {})
const fastify = Fastify()
const claims = { role: 'service_role' }
const plugin = storagePlugin({
  databases,
  identify: async () => ({ ...claims, claims, token: null }),
  blobs: await diskBlobStore(folder),
  signingSecret: 'a secret of the bookshop, for signed addresses only',
  observe: () => {},
})
await fastify.register(plugin, { prefix: '/storage/v1' })
await fastify.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}\n`)
