import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'

/** GET /sso/saml/metadata: what an identity provider needs to know of us. */
export function samlMetadata({ saml }: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (saml === null) throw authErrors.samlOff()
    const { download } = request.query as { download?: unknown }
    if (download === 'true') reply.header('content-disposition', 'attachment; filename="metadata.xml"')
    return reply
      .headers({ 'content-type': 'application/xml', 'cache-control': 'public, max-age=600' })
      .send(saml.metadata)
  }
}
