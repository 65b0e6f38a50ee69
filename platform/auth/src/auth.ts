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
import { crowdSize, type IsCrowded } from './rates/crowds.ts'
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
  /** Whether many people share an address. */
  readonly isCrowded: IsCrowded
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
  const wait = await take(auth, name, { key: clientNetwork(request.ip), rate: rateAt(auth, name, request.ip) })
  if (wait > 0) throw authErrors.tooManyRequests(wait)
}

/**
 * To be called once somebody has proven who they are. Within a share of their own it does not weigh on their network:
 * a whole town may sign in from one address of its carrier, where strangers' failures still count.
 */
export async function spareNetwork(
  auth: Auth,
  name: keyof AuthRates,
  { ip, userId }: { readonly ip: string; readonly userId: string },
): Promise<void> {
  const wait = await auth.limiter.take(`own ${name} ${userId}`, auth.config.rates.ownShare)
  if (wait === 0) await auth.limiter.giveBack(`${name} ${clientNetwork(ip)}`, rateAt(auth, name, ip))
}

function rateAt(auth: Auth, name: keyof AuthRates, ip: string): Rate {
  const rate = auth.config.rates[name]
  return auth.isCrowded(ip) ? { ...rate, limit: rate.limit * crowdSize } : rate
}

/** Seconds to wait, 0 for none. */
export async function takeToken(auth: Auth, name: keyof AuthRates, key: string): Promise<number> {
  return take(auth, name, { key, rate: auth.config.rates[name] })
}

export function giveTokenBack(auth: Auth, name: keyof AuthRates, key: string): Promise<void> {
  return auth.limiter.giveBack(`${name} ${key}`, auth.config.rates[name])
}

async function take(auth: Auth, name: keyof AuthRates, { key, rate }: { key: string; rate: Rate }): Promise<number> {
  const wait = await auth.limiter.take(`${name} ${key}`, rate)
  if (wait > 0) auth.observe({ kind: 'auth.rate-limited', rate: name })
  return wait
}
