/** The one composition root: opens, connects and mounts everything, and ends it in the opposite order. */

import { join } from 'node:path'

import { followRevocations, followSigningKeys, plainBrand, type Keys } from '@platform/auth'
import type { Functions } from '@platform/functions'
import { createHttpServer, httpErrors, sendApiError, type HttpServer } from '@platform/http'
import type { FastifyInstance } from 'fastify'

import { ownUrl, typedUrl } from './addresses.ts'
import { createPageHeads } from './app/page-heads.ts'
import { addPublicRoutes, publicSettings, type PublicOptions } from './app/public-routes.ts'
import { ownRelease, shareReleases, type Releases } from './app/releases.ts'
import { serveApp } from './app/serve-app.ts'
import { createIdentity } from './keys/identity.ts'
import { createPushKeys, type PushKeys } from './keys/push-keys.ts'
import { openMembership, openMigrated } from './nodes/open-nodes.ts'
import { addOutboxPage } from './outbox-page/outbox-page.ts'
import type { Project } from './project.ts'
import type { Config } from './settings/config.ts'
import { dutiesOf, type Duties } from './settings/roles.ts'
import { addGauges } from './start/gauges.ts'
import { startOwnWork, startSeeding } from './start/own-work.ts'
import { readOwn, watchLaunch } from './start/while-launching.ts'
import type { Observation } from './watch/events.ts'
import { addHealthRoutes, answerWhileStarting, createHealth } from './watch/health.ts'
import type { Log } from './watch/log.ts'
import { createLog } from './watch/log.ts'
import { addMetricsRoute, createMetrics } from './watch/metrics.ts'
import { policyReports } from './watch/policy-reports.ts'
import { issuerOf, wirePrefixes } from './wires/wire-parts.ts'
import type { Wires } from './wires/wires.ts'

export interface System extends AsyncDisposable {
  /** Where this machine reaches it. */
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  /** Resolves when the product's first contents are there, or cannot be made. */
  readonly seeded: Promise<void>
  /** For what whoever started it sees of the process: told in its log, and counted with the rest. */
  readonly observe: (observation: Observation) => void
  /** Not ready from now on, but still serving. */
  drain(): void
  /** Finishes what is under way and ends everything. */
  close(): Promise<void>
}

const policyReportPath = '/api/policy-reports'
const closePatienceMs = 20_000

/**
 * Starts the whole system in this process. It says where it is in `process.env`, as the hosted service does for its
 * functions; so two systems in one process need functions that do not ask.
 * @throws {PortTakenError} before anything else is touched
 */
export async function composeSystem(config: Config, log: Log = createLog(config.log)): Promise<System> {
  await using resources = new AsyncDisposableStack()
  const metrics = createMetrics()
  const observe = (observation: Observation) => [metrics, log].forEach((each) => each.observe(observation))
  const keysKnown = { anonKey: '' }
  const http = resources.use(openHttp(config, observe, keysKnown))
  const address = await http.claim(config.http)
  const publicUrl = config.http.publicUrl ?? typedUrl(address)
  const duties = dutiesOf(config.roles)
  const launch = watchLaunch(config, observe)
  const [project, ownBuild] = await readOwn(config, duties, launch.launched)

  const { keys, identify, sealer, rootKey } = await createIdentity(config, issuerOf(publicUrl), project)
  keysKnown.anonKey = keys.anonKey
  const push = await createPushKeys(config)
  const tracing = await startTracing(resources, config, { version: ownBuild.release.version, observe })
  const databases = resources.use(await openMigrated(config, launch.observe, tracing?.wrap))
  const facts = { version: ownBuild.release.version, build: ownBuild.build }
  const membership = resources.use(await openMembership({ config, database: databases.system, facts, observe }))
  resources.use(await followSigningKeys({ database: databases.system, keys, sealer, root: rootKey, observe }))
  const revocations = resources.use(await followRevocations({ database: databases.system, observe }))
  tellFunctions(config, { url: ownUrl(address), push, keys })

  const { fastify } = http
  tracing?.addTo(fastify)
  tracing?.passOnTo(ownUrl(address))
  const health = createHealth(databases, observe)
  addHealthRoutes(fastify, health)
  addMetricsRoute(fastify, metrics, config.metricsToken)
  const sharing = { own: ownBuild, database: databases.system, membership, dataFolder: config.dataFolder, observe }
  const isShared = config.database.kind === 'postgres' && duties.serves
  const releases = isShared ? await shareReleases(sharing) : ownRelease(ownBuild)
  const publicOptions = {
    told: () => releases.told(),
    appEnv: config.appEnv,
    ...addressesOf(config),
    codeDigits: config.auth.codes.digits,
    anonKey: keys.anonKey,
    fallbackUrl: publicUrl,
    vapidPublicKey: push.publicKey,
  }
  addPublicRoutes(fastify, publicOptions)
  const { brand, senderName } = project
  if (duties.serves)
    await addOutboxPage(fastify, { config, productName: senderName ?? 'localhost', brand: brand ?? plainBrand })
  await fastify.register(policyReports, { path: policyReportPath, observe })
  const own = { identify, revocations, sealer, publicUrl, duties, membership, tracing, observe }
  const { mountWires } = await launch.wires
  const wires = await mountWires(fastify, { config, project, databases, keys, ...own })
  addGauges(metrics, { wires, membership, databases, config, build: ownBuild })
  await servePages(fastify, { project, wires, releases, publicOptions, config, duties, observe })
  await openWires(resources, http, wires)

  const context = { url: ownUrl(address), serviceRoleKey: keys.serviceRoleKey, observe }
  const seeding = { ...context, folder: config.product.folder, database: databases.system, membership }
  const seeded = duties.works
    ? startSeeding(resources, { ...seeding, isWanted: config.product.seed })
    : Promise.resolve()
  await startOwnWork(resources, { duties, project, membership, config, databases, metrics, observe })
  const kept = resources.move()
  const close = () => kept.disposeAsync()
  return { ...context, anonKey: keys.anonKey, seeded, drain: () => health.drain(), close, [Symbol.asyncDispose]: close }
}

interface TracingFacts {
  readonly version: string
  readonly observe: (observation: Observation) => void
}

/** Nothing of it is loaded where no collector takes traces. */
async function startTracing(
  resources: AsyncDisposableStack,
  { traces, roles }: Config,
  { version, observe }: TracingFacts,
) {
  if (traces === null) return null
  const { openTracing } = await import('./watch/tracing/tracing.ts')
  const resource = { 'service.name': 'server', 'service.version': version, roles: roles.join() }
  const onUnsent = (count: number, error: unknown) => observe({ kind: 'server.traces-lost', count, error })
  return resources.use(openTracing({ ...traces, resource, onUnsent }))
}

interface PageParts {
  readonly config: Config
  readonly project: Project
  readonly wires: Wires
  readonly releases: Releases
  readonly publicOptions: PublicOptions
  readonly duties: Duties
  readonly observe: (observation: Observation) => void
}

/** The app, where this process serves people. */
async function servePages(fastify: FastifyInstance, parts: PageParts): Promise<void> {
  const { config, project, wires, releases, publicOptions, duties, observe } = parts
  if (!duties.serves) {
    fastify.setNotFoundHandler((request, reply) => sendApiError(httpErrors.notFound(), request, reply))
    return
  }
  await serveApp(fastify, {
    releases,
    archiveFolder: join(config.dataFolder, 'app-archive'),
    worker: config.product.worker,
    settingsFor: (origin, release) => ({ ...publicSettings(origin, release, publicOptions) }),
    publicOrigin: config.http.publicUrl,
    mediaOrigin: config.storage.mediaUrl,
    fallbackOrigin: publicOptions.fallbackUrl,
    machinePrefixes: ['/api/', ...wirePrefixes.map((prefix) => `${prefix}/`)],
    reportTo: policyReportPath,
    headFor: wires.functions ? headsOf(project, wires.functions.ask, observe) : undefined,
  })
}

const addressesOf = ({ http, storage: { mediaUrl } }: Config) => ({ ...http, mediaUrl })

async function openWires(
  resources: AsyncDisposableStack,
  http: HttpServer,
  { functions, realtime }: Wires,
): Promise<void> {
  await http.open()
  resources.defer(() => http.close(closePatienceMs))
  // NOTE: an HTTP server that closes waits for the sockets that it has given away.
  if (realtime) resources.defer(() => realtime.drain())
  if (!functions) return
  resources.defer(() => functions.drain())
  functions.start()
}

function headsOf({ pages }: Project, ask: Functions['ask'], observe: (observation: Observation) => void) {
  if (pages === null) return undefined
  return createPageHeads({ ...pages, ask: (request) => ask(pages.headFunction, request), observe })
}

function openHttp(config: Config, observe: (observation: Observation) => void, known: { anonKey: string }): HttpServer {
  const { publicUrl, trustProxy, shedsLoad } = config.http
  const ownPreflights = ['/functions/v1', ...(config.storage.s3Protocol ? ['/storage/v1/s3'] : [])]
  return createHttpServer({
    crossOrigin: { prefixes: [...wirePrefixes, '/api', '/.well-known'], ownPreflights },
    https: publicUrl?.startsWith('https:') ?? false,
    trustProxy,
    observe,
    ...(shedsLoad && {
      shedding: {
        // Reads of people who have no account: they lose least by waiting.
        isExpendable: ({ method, url, headers }) =>
          method === 'GET' &&
          url.startsWith('/rest/v1/') &&
          (headers.authorization === undefined || headers.authorization === `Bearer ${known.anonKey}`),
      },
    }),
    whileStarting: answerWhileStarting,
  })
}

interface Whereabouts {
  readonly url: string
  readonly push: PushKeys
  readonly keys: Pick<Keys, 'anonKey' | 'serviceRoleKey'>
}

function tellFunctions({ appEnv, database, http, log, roles }: Config, { url, push, keys }: Whereabouts): void {
  Object.assign(process.env, {
    APP_ENV: appEnv,
    PROCESSES: database.kind === 'embedded' ? 'one' : 'several',
    WORKS: dutiesOf(roles).works ? 'on' : 'off',
    SUPABASE_URL: url,
    SUPABASE_PUBLIC_URL: http.publicUrl ?? '',
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    VAPID_PUBLIC_KEY: push.publicKey,
    VAPID_PRIVATE_KEY: push.privateKey,
    VAPID_SUBJECT: push.subject,
    // What functions observe is part of the same log.
    LOG_LEVEL: log.level,
  })
}
