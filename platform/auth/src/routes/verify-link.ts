import type { FastifyReply, FastifyRequest } from 'fastify'

import { clientOf, limitByNetwork, type Auth } from '../auth.ts'
import { tokenTypes, verify, type Outcome } from '../codes/verification.ts'
import { AuthError, authErrors } from '../errors.ts'
import { OAUTH_ERRORS, withFragment, withQuery, withSession } from '../redirects/redirect-answer.ts'
import { chooseRedirect } from '../redirects/redirect.ts'
import { toAuthError } from '../requests/render-error.ts'
import { PKCE_PREFIX } from '../store/one-time-tokens.ts'
import { HALFWAY } from './verify-code.ts'

/** GET /verify: the link of a mail. Whatever comes of it, the browser is sent on to the product. */
export function verifyLink(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { token, type, redirect_to: wish } = request.query as Record<string, unknown>
    if (typeof type !== 'string' || type === '') throw authErrors.invalid('Verify requires a verification type')
    if (typeof token !== 'string' || token === '') throw authErrors.invalid('Verify requires a token')
    const types = tokenTypes(type)
    const target = chooseRedirect(wish ?? request.headers['redirect_to'] ?? request.headers.referer, auth.config)
    const isPkce = token.startsWith(PKCE_PREFIX)
    const location = await follow().catch((error: unknown) => explain(target, isPkce, toAuthError(error)))
    return reply.header('cache-control', 'no-store').redirect(location, 303)

    async function follow(): Promise<string> {
      await limitByNetwork(auth, 'verify', request)
      const outcome = await verify(auth, { kind: 'link', types, linkToken: token as string }, clientOf(request))
      return describe(auth, outcome, { target, type: type as string, isPkce })
    }
  }
}

interface Link {
  readonly target: string
  readonly type: string
  readonly isPkce: boolean
}

async function describe(auth: Auth, outcome: Outcome, { target, type, isPkce }: Link): Promise<string> {
  if (outcome.kind === 'exchange') return withQuery(target, { code: outcome.code })
  if (outcome.kind === 'halfway') {
    const url = isPkce ? withQuery(target, { message: HALFWAY }) : target
    return withFragment(url, { message: HALFWAY, sb: '' })
  }
  return withSession(auth, target, outcome.open, { type })
}

function explain(target: string, isPkce: boolean, error: ReturnType<typeof toAuthError>): string {
  const known = error instanceof AuthError ? error : null
  const name = known === null ? 'invalid_request' : OAUTH_ERRORS[known.status]
  const fields = {
    ...(name === undefined ? {} : { error: name }),
    error_code: known?.code ?? 'validation_failed',
    error_description: error.message,
  }
  const url = isPkce ? withQuery(target, fields) : target
  return withFragment(url, { ...fields, sb: '' })
}
