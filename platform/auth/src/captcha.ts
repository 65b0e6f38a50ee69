/** Telling people from programs, by whichever service the server chose. */
import { TokenError } from '@platform/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Auth } from './auth.ts'
import { authErrors } from './errors.ts'

/** True for an answer that the service accepts; throws when the service cannot be asked. */
export type CaptchaCheck = (token: string, ip: string) => Promise<boolean>

export interface SiteVerifyOptions {
  /** The service's address, e.g. `https://challenges.cloudflare.com/turnstile/v0/siteverify`. */
  readonly url: string
  readonly secret: string
}

const TIMEOUT_MS = 10_000

/** The interface that hCaptcha and Turnstile share. */
export function createSiteVerify({ url, secret }: SiteVerifyOptions): CaptchaCheck {
  return async (token, ip) => {
    const body = new URLSearchParams({ secret, response: token, remoteip: ip })
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`The captcha service answered ${response.status}`)
    const { success } = (await response.json()) as { success?: unknown }
    return success === true
  }
}

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
