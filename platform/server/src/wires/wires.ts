/** Which service answers where, and with what it works. */

import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { createOutbox, createSiteVerify, createSmtpMailer } from '@platform/auth'
import { authorizationServerAtRoot, authPlugin } from '@platform/auth/wire'
import { systemSession, type Database } from '@platform/database'
import { createFunctions, defaultFunctionsConfig, type Functions, type FunctionsConfig } from '@platform/functions'
import { httpErrors, sendApiError, type Identify } from '@platform/http'
import type { Realtime } from '@platform/realtime'
import { restPlugin } from '@platform/rest'
import { storagePlugin } from '@platform/storage/wire'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

import { isLoopback } from '../addresses.ts'
import { keepSecret } from '../keys/secrets.ts'
import { createRealtimeWire } from '../realtime/realtime-wire.ts'
import { textSenderOf } from '../settings/auth/text-settings.ts'
import type { Config } from '../settings/config.ts'
import { openBlobs } from '../stores/blobs.ts'
import { openRateLimits } from '../stores/rate-limits.ts'
import { isLocal } from '../watch/is-local.ts'
import { authConfig } from './auth-config.ts'
import type { WireParts } from './wire-parts.ts'

export interface Wires {
  /** Both are to be drained before the HTTP server closes, functions first; null where this process has none. */
  readonly functions: Pick<Functions, 'ask' | 'start' | 'wake' | 'drain'> | null
  readonly realtime: Pick<Realtime, 'connections' | 'drain'> | null
}

/** Where nobody is served, functions that work by themselves have the wires for themselves. */
export async function mountWires(fastify: FastifyInstance, parts: WireParts): Promise<Wires> {
  const { config, project, databases, revocations, duties, observe } = parts
  const identify = revocations.guard(parts.identify)
  const realtime = duties.hasSockets
    ? createRealtimeWire({ config, project, databases, identify, revocations, observe })
    : null
  if (realtime) await fastify.register(realtime.plugin, { prefix: '/realtime/v1' })
  if (!duties.serves && !duties.works) return { functions: null, realtime }
  let functions: Functions | null = null
  await fastify.register(async (scope) => {
    if (!duties.serves) scope.addHook('onRequest', refuseOthers)
    functions = await mountServices(scope, parts, identify)
  })
  return { functions, realtime }
}

/** A worker's wires are its own. */
const refuseOthers: onRequestAsyncHookHandler = async (request, reply) => {
  if (!isLocal(request)) await sendApiError(httpErrors.notFound(), request, reply)
}

/** @param identify refuses whom auth/v1, which asks the rows itself, refuses with more words */
async function mountServices(fastify: FastifyInstance, parts: WireParts, identify: Identify): Promise<Functions> {
  const { config, databases, keys, observe, sealer, duties, membership } = parts
  // First: while the others are mounted it reads the schema.
  await mountRest(fastify, parts, identify)
  const outbox = createOutbox(join(config.dataFolder, 'outbox'))
  const smtp = config.mail && (await createSmtpMailer(config.mail))
  if (smtp) fastify.addHook('onClose', () => smtp[Symbol.asyncDispose]())
  const limits = await openRateLimits(parts)
  fastify.addHook('onClose', () => limits[Symbol.asyncDispose]())
  const auth = await authConfig(parts)
  await fastify.register(authorizationServerAtRoot, { config: auth })
  await fastify.register(authPlugin, {
    prefix: '/auth/v1',
    database: databases.system,
    config: auth,
    keys,
    identify: parts.identify,
    observe,
    mailer: smtp ?? outbox,
    mailSealer: smtp && sealer,
    sealer,
    ...(limits.limiter && { limiter: limits.limiter }),
    textSender: textSenderOf(config.auth.texts, outbox),
    ...(config.auth.captcha && { captcha: createSiteVerify(config.auth.captcha) }),
  })
  await mountStorage(fastify, parts, identify)
  const functions = createFunctions({
    folder: join(config.product.folder, 'functions'),
    config: functionsConfig(parts),
    identify,
    observe,
    serviceKey: keys.serviceRoleKey,
    isTurn: () => membership.holds('schedules'),
    isDue: (by) => isDue(databases.system, by),
    ...(parts.tracing && { aroundScheduled: parts.tracing.scheduled, continueTrace: parts.tracing.continued }),
  })
  await fastify.register(functions.plugin, { prefix: '/functions/v1' })
  if (duties.works && !duties.serves) await wakeByDatabase(fastify, functions, parts)
  return functions
}

function functionsConfig({ config: { http }, project, duties }: WireParts): FunctionsConfig {
  // A server that only its own machine can reach sees one address for everybody.
  const isPrivate = isLoopback(http.host) && http.trustProxy === false
  return {
    ...defaultFunctionsConfig,
    ...(isPrivate && { socketsPerNetwork: defaultFunctionsConfig.concurrency }),
    verifyJwt: project.verifyJwt,
    schedules: duties.works ? project.schedules : [],
  }
}

async function mountRest(fastify: FastifyInstance, parts: WireParts, identify: Identify): Promise<void> {
  const { config, databases, observe, project } = parts
  await fastify.register(restPlugin, {
    prefix: '/rest/v1',
    databases,
    identify,
    observe,
    config: {
      ...config.rest.overrides,
      heldForVisitors: { seconds: config.rest.visitorsHeld, reads: project.visitorsReads },
      schemas: project.schemas,
      extraSearchPath: project.extraSearchPath,
      maxRows: project.maxRows,
    },
  })
}

async function mountStorage(fastify: FastifyInstance, parts: WireParts, identify: Identify): Promise<void> {
  const { config, databases, observe, duties, membership, keys } = parts
  const { s3Protocol } = config.storage
  const blobs = await openBlobs(config)
  fastify.addHook('onClose', () => blobs[Symbol.dispose]())
  const storage = storagePlugin({
    databases,
    identify,
    observe,
    blobs,
    config: config.storage.limits,
    edge: config.storage.edge,
    signingSecret: await signingSecret(config),
    s3Keys: s3Protocol && { ...s3Protocol, sessionSecrets: [keys.anonKey, keys.publishableKey] },
    maySweep: () => duties.works && membership.holds('sweep'),
  })
  await fastify.register(storage, { prefix: '/storage/v1' })
}

/** @param by from the product's own file, and checked to be a name */
async function isDue(database: Database, by: string): Promise<boolean> {
  const statement = { text: `select 1 where ${by}()`, name: by }
  return (await database.once(systemSession, statement, 'read')).rows.length > 0
}

/** Whoever takes no orders hears of them from the database; who takes them works on them at once. */
async function wakeByDatabase(fastify: FastifyInstance, functions: Functions, { project, databases }: WireParts) {
  for (const { name, wokenBy } of project.schedules) {
    if (wokenBy === undefined) continue
    const listening = await databases.system.listen(wokenBy, () => functions.wake(name))
    fastify.addHook('onClose', () => listening[Symbol.asyncDispose]())
  }
}

// Processes that share JWT_SECRET must accept each other's addresses without sharing a folder.
async function signingSecret({ dataFolder, keys }: Config): Promise<string> {
  if (keys.jwtSecret !== undefined) {
    return createHmac('sha256', keys.jwtSecret).update('storage/v1 signed addresses').digest('base64url')
  }
  return keepSecret(join(dataFolder, 'secrets'), 'storage-signing', async () => randomBytes(32).toString('base64url'))
}
