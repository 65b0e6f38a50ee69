/** Where other apps share to: a worker on the device takes it; what reaches the server has missed it, and is not kept. */
import type { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

const path = '/share-target'
/** Where the app says that it did not arrive. */
const lost = '/?modal=create&shared=lost'
const mostBytes = 65_536

export async function addShareTarget(fastify: FastifyInstance): Promise<void> {
  await fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    scope.post(path, async (request, reply) => {
      await readSome(request.raw)
      // With the answer the connection ends, and what is left of the pictures stays where it is.
      return reply.code(303).headers({ location: lost, connection: 'close', 'cache-control': 'no-store' }).send()
    })
    done()
  })
}

/** Browsers hear an answer after they have sent: a small body is taken to its end. */
function readSome(body: Readable): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const end = () => {
      body.off('data', count).pause()
      resolve()
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes >= mostBytes) end()
    }
    body.on('data', count).once('end', end).once('close', end).once('error', end)
  })
}
