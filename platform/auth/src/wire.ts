/**
 * @platform/auth/wire: auth/v1 as a Fastify plugin, the list of its endpoints, its body parser and its errors. Apart, so that who
 * needs settings or keys does not load all of its routes.
 */
import type { Database } from '@platform/database'
import type { Identify, Observe } from '@platform/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { createAuditLog } from './accounts/audit.ts'
import type { Auth } from './auth.ts'
import type { AuthConfig } from './config.ts'
import { createDelivery, type TextSender } from './delivery/delivery.ts'
import { createMailQueue, type MailQueue } from './delivery/mail/mail-queue.ts'
import type { Mailer } from './delivery/mail/mail.ts'
import { AuthError, authErrors } from './errors.ts'
import type { AuthEvent } from './events.ts'
import { createCustomProviders } from './external/custom-providers.ts'
import { createExternalProviders } from './external/providers.ts'
import { bcryptHashes } from './passwords/bcrypt.ts'
import { createPasswords, type LegacyHash } from './passwords/password-hash.ts'
import { crowdsOf } from './rates/crowds.ts'
import { createMemoryRateLimiter, type RateLimiter } from './rates/rate-limiter.ts'
import type { CaptchaCheck } from './requests/captcha.ts'
import { forPeople } from './requests/for-people.ts'
import { acceptForm, acceptJson } from './requests/read-body.ts'
import { sendError, toAuthError } from './requests/render-error.ts'
import { listAuditLog } from './routes/admin/audit.ts'
import { createPerson } from './routes/admin/create-person.ts'
import {
  changeProvider,
  createProvider,
  listProviders,
  readProvider,
  removeProvider,
} from './routes/admin/custom-providers.ts'
import { listFactors, removeFactor, renameFactor } from './routes/admin/factors.ts'
import { generateLink } from './routes/admin/generate-link.ts'
import { invite } from './routes/admin/invite.ts'
import { listPeople } from './routes/admin/list-people.ts'
import { deletePerson, readPerson, updatePerson } from './routes/admin/one-person.ts'
import { listPasskeysOfPerson, removePasskeyOfPerson } from './routes/admin/passkeys.ts'
import { sendMessage } from './routes/admin/send-message.ts'
import { createSso, deleteSso, listSso, readSso, updateSso } from './routes/admin/sso-providers.ts'
import { authorize } from './routes/external/authorize.ts'
import { finishAuthorization } from './routes/external/callback.ts'
import { linkIdentity, unlinkIdentity } from './routes/external/identities.ts'
import { challengeFactor } from './routes/factors/challenge.ts'
import { enrolFactor } from './routes/factors/enrol.ts'
import { recoveryCodeEndpoints } from './routes/factors/recovery-codes.ts'
import { unenrolFactor } from './routes/factors/unenrol.ts'
import { verifyFactor } from './routes/factors/verify.ts'
import { health } from './routes/health.ts'
import { jwks } from './routes/jwks.ts'
import { logOut } from './routes/log-out.ts'
import { oauthServerEndpoints } from './routes/oauth-server/endpoints.ts'
import { issueTokens } from './routes/oauth-server/token.ts'
import { otp } from './routes/otp.ts'
import { askForPasskey, signInByPasskey } from './routes/passkeys/authentication.ts'
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from './routes/passkeys/manage.ts'
import { passkeyEndpoint } from './routes/passkeys/passkey-endpoint.ts'
import { addPasskey, beginPasskey } from './routes/passkeys/registration.ts'
import { readUser } from './routes/read-user.ts'
import { reauthenticate } from './routes/reauthenticate.ts'
import { recover } from './routes/recover.ts'
import { resend } from './routes/resend.ts'
import { settings } from './routes/settings.ts'
import { signUp } from './routes/sign-up.ts'
import { consumeAssertion } from './routes/sso/acs.ts'
import { beginSso } from './routes/sso/begin.ts'
import { samlMetadata } from './routes/sso/metadata.ts'
import { token } from './routes/token/token.ts'
import { updateUser } from './routes/update-user.ts'
import { verifyCode } from './routes/verify-code.ts'
import { verifyLink } from './routes/verify-link.ts'
import { createServiceProvider } from './sso/service-provider.ts'
import type { Sealer } from './store/seal.ts'
import type { Keys } from './tokens/keys.ts'

export { authorizationServerAtRoot } from './routes/oauth-server/discovery.ts'

/** Of what people send, and of what administrators and identity providers do. */
const BODY_LIMIT = 64 * 1024
const LONG_BODY_LIMIT = 1024 * 1024
const LONG_BODIES = /^\/(?:admin\/|invite$)/

export interface AuthOptions {
  /** The owner's login (`databases.system`). */
  readonly database: Database
  readonly config: AuthConfig
  readonly keys: Keys
  readonly identify: Identify
  readonly observe: Observe<AuthEvent>
  readonly mailer: Mailer
  readonly textSender: TextSender
  /** Keeps the secrets of providers that administrators add unreadable in the database. */
  readonly sealer?: Sealer | null
  /** Keeps mails in the database until the mailer has taken them, sealed; without it each is tried once. */
  readonly mailSealer?: Sealer | null
  /** Shared by all processes where there are several; by default this process's memory. */
  readonly limiter?: RateLimiter
  /** Asked before sign-ups, sign-ins and messages; by default everybody counts as a person. */
  readonly captcha?: CaptchaCheck
  /** Older forms of hashes that sign in; bcrypt by default. */
  readonly legacyHashes?: readonly LegacyHash[]
}

/** What the original answers with a slash at its end as well. */
const ENDS_EITHER_WAY = /^\/(?:admin|factors|user|reauthenticate|verify|logout|sso)(?:\/|$)/

type Endpoint = (auth: Auth) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const endpoints: readonly (readonly ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, Endpoint])[] = [
  ['GET', '/health', health],
  ['GET', '/settings', settings],
  ['GET', '/.well-known/jwks.json', jwks],
  ['POST', '/signup', forPeople(signUp)],
  ['POST', '/token', token],
  ['GET', '/user', readUser],
  ['PUT', '/user', updateUser],
  ['POST', '/logout', logOut],
  ['GET', '/reauthenticate', reauthenticate],
  ['POST', '/otp', forPeople(otp)],
  ['POST', '/magiclink', forPeople(otp)],
  ['POST', '/recover', forPeople(recover)],
  ['POST', '/resend', forPeople(resend)],
  ['POST', '/verify', verifyCode],
  ['GET', '/verify', verifyLink],
  ['GET', '/authorize', authorize],
  ['GET', '/callback', finishAuthorization],
  ['GET', '/user/identities/authorize', linkIdentity],
  ['POST', '/sso', forPeople(beginSso)],
  ['GET', '/sso/saml/metadata', samlMetadata],
  ['DELETE', '/user/identities/:identity', unlinkIdentity],
  ['POST', '/factors', enrolFactor],
  ['POST', '/factors/:factor/challenge', challengeFactor],
  ['POST', '/factors/:factor/verify', verifyFactor],
  ['DELETE', '/factors/:factor', unenrolFactor],
  ['POST', '/passkeys/registration/options', passkeyEndpoint(beginPasskey)],
  ['POST', '/passkeys/registration/verify', passkeyEndpoint(addPasskey)],
  ['POST', '/passkeys/authentication/options', passkeyEndpoint(forPeople(askForPasskey))],
  ['POST', '/passkeys/authentication/verify', passkeyEndpoint(signInByPasskey)],
  ['GET', '/passkeys', passkeyEndpoint(listOwnPasskeys)],
  ['PATCH', '/passkeys/:passkey', passkeyEndpoint(renameOwnPasskey)],
  ['DELETE', '/passkeys/:passkey', passkeyEndpoint(removeOwnPasskey)],
  ['POST', '/invite', invite],
  ['POST', '/admin/generate_link', generateLink],
  ['GET', '/admin/users', listPeople],
  ['POST', '/admin/users', createPerson],
  ['GET', '/admin/users/:id', readPerson],
  ['PUT', '/admin/users/:id', updatePerson],
  ['DELETE', '/admin/users/:id', deletePerson],
  ['GET', '/admin/users/:id/factors', listFactors],
  ['PUT', '/admin/users/:id/factors/:factor', renameFactor],
  ['DELETE', '/admin/users/:id/factors/:factor', removeFactor],
  ['GET', '/admin/users/:id/passkeys', passkeyEndpoint(listPasskeysOfPerson)],
  ['DELETE', '/admin/users/:id/passkeys/:passkey', passkeyEndpoint(removePasskeyOfPerson)],
  ['GET', '/admin/audit', listAuditLog],
  ['POST', '/admin/messages', sendMessage],
  ['GET', '/admin/sso/providers', listSso],
  ['POST', '/admin/sso/providers', createSso],
  ['GET', '/admin/sso/providers/:id', readSso],
  ['PUT', '/admin/sso/providers/:id', updateSso],
  ['DELETE', '/admin/sso/providers/:id', deleteSso],
  ['GET', '/admin/custom-providers', listProviders],
  ['POST', '/admin/custom-providers', createProvider],
  ['GET', '/admin/custom-providers/:identifier', readProvider],
  ['PUT', '/admin/custom-providers/:identifier', changeProvider],
  ['DELETE', '/admin/custom-providers/:identifier', removeProvider],
  ...oauthServerEndpoints,
  ...recoveryCodeEndpoints,
]

/** Mounted at `/auth/v1`. Waits for messages under way when it closes. */
export const authPlugin: FastifyPluginAsync<AuthOptions> = async (fastify, options) => {
  const { config, database, sealer = null } = options
  const onFailure = (error: unknown) => options.observe({ kind: 'auth.audit-failed', error })
  const audit = createAuditLog({ database, days: config.auditDays, onFailure })
  const auth: Auth = {
    ...options,
    observe: (event) => {
      options.observe(event)
      audit.note(event)
    },
    passwords: await createPasswords({ ...options.config.hashing, legacy: options.legacyHashes ?? [bcryptHashes] }),
    limiter: options.limiter ?? createMemoryRateLimiter(),
    isCrowded: crowdsOf(config.sharedNetworks),
    delivery: createDelivery({ ...options, mailQueue: mailQueueOf(options) }),
    external: createExternalProviders(options.config),
    sealer,
    customProviders: createCustomProviders({ database, redirectUri: `${config.apiUrl}/callback`, sealer }),
    saml: config.saml && (await createServiceProvider(config.saml, config.apiUrl)),
    captcha: options.captcha ?? null,
  }
  audit.attach(fastify)
  acceptJson(fastify)
  renderErrors(fastify, auth)
  for (const [method, url, endpoint] of endpoints) {
    // NOTE: no HEAD beside GET: a mail scanner that only looks at a link must not use it up.
    const bodyLimit = LONG_BODIES.test(url) ? LONG_BODY_LIMIT : BODY_LIMIT
    const route = { method, bodyLimit, exposeHeadRoute: false, handler: endpoint(auth) }
    const urls = ENDS_EITHER_WAY.test(url) ? [url, `${url}/`] : [url]
    for (const each of urls) fastify.route({ ...route, url: each })
  }
  await fastify.register(async (scope) => {
    acceptForm(scope)
    scope.post('/callback', { bodyLimit: LONG_BODY_LIMIT }, finishAuthorization(auth))
    scope.post('/oauth/token', { bodyLimit: BODY_LIMIT }, issueTokens(auth))
    scope.post('/sso/saml/acs', { bodyLimit: LONG_BODY_LIMIT }, consumeAssertion(auth))
  })
  fastify.addHook('onClose', async () => {
    await Promise.all([auth.delivery.drain(), audit.drain()])
  })
}

function mailQueueOf({ mailSealer, ...options }: AuthOptions): MailQueue | null {
  return mailSealer ? createMailQueue({ ...options, sealer: mailSealer }) : null
}

function renderErrors(fastify: FastifyInstance, { observe }: Auth): void {
  fastify.setErrorHandler((thrown, request, reply) => {
    const error = toAuthError(thrown)
    if (error instanceof AuthError && error.status >= 500) {
      observe({ kind: 'auth.failed', code: error.code, status: error.status, error: error.cause ?? error })
    }
    return sendError(request, reply, error)
  })
  fastify.setNotFoundHandler((request, reply) => sendError(request, reply, authErrors.notFound()))
}
