import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../auth.ts'

/** GET /.well-known/jwks.json: public keys only, cacheable as long as clients cache them (10 minutes). */
export function jwks({ keys }: Auth) {
  return async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'public, max-age=600').send(keys.jwks)
}
