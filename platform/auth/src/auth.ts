/** What the endpoints of auth/v1 work with. */
import type { Database } from '@platform/database'
import { clientNetwork, type Identify, type Observe } from '@platform/http'
import type { FastifyRequest } from 'fastify'

import type { AuthConfig, AuthRates, Rate } from './config.ts'
import type { Delivery } from './delivery/delivery.ts'
import { authErrors } from './errors.ts'
import type { AuthEvent } from './events.ts'
import type { CustomProviders } from './external/custom-providers.ts'
import type { ExternalProviders } from './external/providers.ts'
import type { Passwords } from './passwords/password-hash.ts'
import type { RateLimiter } from './rates/rate-limiter.ts'
import type { CaptchaCheck } from './requests/captcha.ts'
import type { ServiceProvider } from './sso/service-provider.ts'
import type { Sealer } from './store/seal.ts'
import type { Client } from './store/sessions.ts'
import type { Keys } from './tokens/keys.ts'

export interface Auth {
  readonly config: AuthConfig
  readonly database: Database
  readonly keys: Keys
  readonly identify: Identify
  readonly passwords: Passwords
  readonly limiter: RateLimiter
  readonly delivery: Delivery
  readonly external: ExternalProviders
  /** Those that administrators add while the service runs. */
  readonly customProviders: CustomProviders
  /** Keeps the secrets of others unreadable in the database; null where they lie open. */
  readonly sealer: Sealer | null
  /** What companies' identity providers talk to; null while nobody may use them. */
  readonly saml: ServiceProvider | null
  /** Null where nobody has to prove that they are a person. */
  readonly captcha: CaptchaCheck | null
  readonly observe: Observe<AuthEvent>
}

export function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

/** @throws {AuthError} 429 when the caller's network has used up `rate` */
export async function limitByNetwork(auth: Auth, name: keyof AuthRates, request: FastifyRequest): Promise<void> {
  const wait = await takeToken(auth, name, clientNetwork(request.ip))
  if (wait > 0) throw authErrors.tooManyRequests(wait)
}

/** Seconds to wait, 0 for none. */
export async function takeToken(auth: Auth, name: keyof AuthRates, key: string): Promise<number> {
  const rate: Rate = auth.config.rates[name]
  const wait = await auth.limiter.take(`${name} ${key}`, rate)
  if (wait > 0) auth.observe({ kind: 'auth.rate-limited', rate: name })
  return wait
}

export function giveTokenBack(auth: Auth, name: keyof AuthRates, key: string): Promise<void> {
  return auth.limiter.giveBack(`${name} ${key}`, auth.config.rates[name])
}
