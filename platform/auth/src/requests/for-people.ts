/** Endpoints that programs must not use by themselves (WIRE §1.1, captcha). */
import { TokenError } from '@platform/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { CaptchaCheck } from './captcha.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The endpoint, for people only; the service's own key needs no proof. */
export function forPeople(endpoint: (auth: Auth) => Handler): (auth: Auth) => Handler {
  return (auth) => {
    const handle = endpoint(auth)
    const { captcha } = auth
    if (captcha === null) return handle
    return async (request, reply) => {
      if (!(await isService(auth, request))) await requirePassed(captcha, request)
      return handle(request, reply)
    }
  }
}

async function isService(auth: Auth, request: FastifyRequest): Promise<boolean> {
  try {
    return (await auth.identify(request.headers)).role === 'service_role'
  } catch (error) {
    if (error instanceof TokenError) return false
    throw error
  }
}

const security = v.object({ gotrue_meta_security: v.object({ captcha_token: v.pipe(v.string(), v.minLength(1)) }) })

async function requirePassed(captcha: CaptchaCheck, request: FastifyRequest): Promise<void> {
  const body = v.safeParse(security, request.body)
  if (!body.success) throw authErrors.captchaRefused('no captcha_token found in request')
  const isPassed = await captcha(body.output.gotrue_meta_security.captcha_token, request.ip).catch((cause: unknown) => {
    throw authErrors.captchaUnreachable(cause)
  })
  if (!isPassed) throw authErrors.captchaRefused('invalid-input-response')
}
