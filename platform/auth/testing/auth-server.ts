/** auth/v1 on a real port and a real database, and the official client that talks to it. */
import { databaseMigrations, openDatabases, systemSession, type Parameter } from '@platform/database'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import Fastify from 'fastify'
import { vi } from 'vitest'

import { createTestDatabase } from '../../../tests/support/test-database.ts'
import {
  authMigrations,
  createIdentify,
  createKeys,
  createSealer,
  defaultAuthConfig,
  generateAuthSecrets,
  type AuthConfig,
  type CaptchaCheck,
  type AuthEvent,
  type Keys,
  type Mail,
  type Mailer,
  type TextMessage,
  type TextSender,
} from '../src/index.ts'
import { authPlugin } from '../src/wire.ts'

export interface AuthServer extends AsyncDisposable {
  readonly url: string
  readonly keys: Keys
  readonly config: AuthConfig
  readonly events: AuthEvent[]
  readonly mails: Mail[]
  readonly texts: TextMessage[]
  /** A fresh client without a session, as the official library makes it. */
  client(options?: ClientOptions): SupabaseClient
  /** One call as any HTTP client makes it, with the anonymous key. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** The code of the newest mail or text to an address, once it has been sent. */
  codeOf(to: string): Promise<string>
  /** The link of the newest mail to an address. */
  linkOf(to: string): Promise<URL>
  sql<Row extends object>(text: string, params?: Parameter[]): Promise<Row[]>
  /** One statement as whoever the token speaks for, behind the policies of the tables. */
  sqlAs<Row extends object>(token: string, text: string, params?: Parameter[]): Promise<Row[]>
  /** Keeps a transaction open after its statement, until `held` resolves. */
  holding(text: string, onHeld: () => void, held: Promise<void>): Promise<void>
}

/** Addresses count once they are proven, and links lead into the shop. */
export const provenAddresses = (config: AuthConfig): AuthConfig => ({
  ...config,
  email: { ...config.email, autoconfirm: false },
  phone: { ...config.phone, autoconfirm: false },
  redirectUrls: ['https://shop.example/**'],
})

/** Opens a link as a mail program does. */
export const visit = (link: URL) => fetch(link, { redirect: 'manual' })
const locationOf = (response: Response) => new URL(response.headers.get('location')!)
export const fragmentOf = (response: Response) => new URLSearchParams(locationOf(response).hash.slice(1))
export const queryOf = (response: Response) => locationOf(response).searchParams

export interface ClientOptions {
  readonly flowType?: 'pkce' | 'implicit'
  readonly key?: string
  /** A browser's, where cookies count. */
  readonly fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Record<string, string>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies field by field
  readonly body: any
}

/** Generous enough that only tests of rates meet them. */
const UNLIMITED = { limit: 100_000, seconds: 1 }

export const openRates = {
  signIn: UNLIMITED,
  signInPerAccount: UNLIMITED,
  signInEverywhere: UNLIMITED,
  signUp: UNLIMITED,
  anonymousSignUp: UNLIMITED,
  refresh: UNLIMITED,
  verify: UNLIMITED,
  verifyPerAddress: UNLIMITED,
  factors: UNLIMITED,
  authorize: UNLIMITED,
  web3: UNLIMITED,
  sso: UNLIMITED,
  sendMessage: UNLIMITED,
  messagePause: UNLIMITED,
  messagesPerAddress: UNLIMITED,
  ownShare: UNLIMITED,
}

export interface AuthServerOptions {
  readonly change?: (defaults: AuthConfig) => AuthConfig
  readonly jwtSecret?: string
  readonly captcha?: CaptchaCheck
  /** Instead of one that keeps them in `texts`. */
  readonly textSender?: TextSender
  /** Instead of one that keeps them in `mails`. */
  readonly mailer?: Mailer
  /** Believes `X-Forwarded-For`, so that a test can come from anywhere, or only what these proxies say. */
  readonly trustProxy?: boolean | string[]
  /** SQL that runs once after the migrations. */
  readonly fixtures?: string
  /** Another way to the database, at whose end the one of this address is. */
  readonly through?: (url: string) => Promise<string>
}

export async function startAuthServer(options: AuthServerOptions = {}): Promise<AuthServer> {
  const { jwtSecret, captcha, change = (defaults) => defaults } = options
  const { database, ways } = await openDatabase(options)
  const keys = await createKeys({ secrets: await generateAuthSecrets(), jwtSecret })
  const fastify = Fastify({ trustProxy: options.trustProxy ?? false })
  const events: AuthEvent[] = []
  const mails: Mail[] = []
  const texts: TextMessage[] = []
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const defaults = defaultAuthConfig({ apiUrl: `${url}/auth/v1`, siteUrl: 'https://shop.example' })
  const config = change({ ...defaults, rates: openRates })
  const identify = createIdentify({ keys, issuer: config.apiUrl })
  await fastify.register(authPlugin, {
    prefix: '/auth/v1',
    database: (ways ?? database.databases).system,
    config,
    keys,
    identify,
    observe: (event) => events.push(event),
    ...(captcha === undefined ? {} : { captcha }),
    sealer: createSealer(['a secret of this server alone']),
    mailer: options.mailer ?? { sendMail: async (mail) => void mails.push(mail) },
    textSender: options.textSender ?? { sendText: async (message) => `text-${texts.push(message)}` },
  })
  await fastify.listen({ port, host: '127.0.0.1' })

  return {
    url,
    keys,
    config,
    events,
    mails,
    texts,
    client: ({ flowType = 'implicit', key = keys.anonKey, fetch: fetcher } = {}) =>
      createClient(url, key, {
        ...(fetcher === undefined ? {} : { global: { fetch: fetcher } }),
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType },
      }),
    call: (method, path, callOptions) => call(`${url}/auth/v1${path}`, method, { apikey: keys.anonKey }, callOptions),
    codeOf: async (to) => /\b\d{6}\b/.exec(await newest(() => [...mails, ...texts], to))![0],
    linkOf: async (to) => new URL(/http\S+/.exec(await newest(() => mails, to))![0]),
    sql: (text, params = []) => database.databases.system.write(systemSession, (tx) => tx.query(text, params)),
    sqlAs: async (token, text, params = []) => {
      const { role, claims } = await identify({ authorization: `Bearer ${token}` })
      return database.databases.gateway.write({ role, claims }, (tx) => tx.query(text, params))
    },
    holding: (text, onHeld, held) =>
      database.databases.system.write(systemSession, async (tx) => {
        await tx.query(text)
        onHeld()
        await held
      }),
    async [Symbol.asyncDispose]() {
      await fastify.close()
      await ways?.[Symbol.asyncDispose]()
      await database.dispose()
    },
  }
}

async function openDatabase({ fixtures, through }: AuthServerOptions) {
  const migrations = [databaseMigrations, authMigrations]
  const database = await createTestDatabase(fixtures === undefined ? { migrations } : { migrations, fixtures })
  const ways = through && (await openDatabases({ kind: 'postgres', url: await through(database.url) }, () => {}))
  return { database, ways }
}

/** Messages leave after the answer, so they may still be on their way. */
function newest(sent: () => readonly { to: string; text: string }[], to: string): Promise<string> {
  return vi.waitFor(() => {
    const found = sent().findLast((message) => message.to === to)
    if (found === undefined) throw new Error(`Nothing has been sent to ${to}`)
    return found.text
  }, 5_000)
}

/** The issuer of tokens must be known before the server listens. */
async function freePort(): Promise<number> {
  const probe = Fastify()
  await probe.listen({ port: 0, host: '127.0.0.1' })
  const { port } = probe.server.address() as { port: number }
  await probe.close()
  return port
}

async function call(
  url: string,
  method: string,
  base: Record<string, string>,
  options: CallOptions = {},
): Promise<Answer> {
  const { body, token, headers = {} } = options
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...base,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
