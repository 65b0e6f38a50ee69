import { join } from 'node:path'

import {
  httpErrors,
  preferredEncoding,
  requestOrigin,
  sendApiError,
  workerHeaders,
  type Encoding,
} from '@platform/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { readIfThere } from '../read-if-there.ts'
import { openAssetArchive, type AssetArchive } from './asset-archive.ts'
import { keepAssets, readAppAssets, type Asset } from './assets.ts'
import { readBuildPolicy, type BuildPolicy } from './build-policy.ts'
import { withHead, type PageHead } from './page-head.ts'
import type { HeadFor } from './page-heads.ts'
import { makePage, toPage, type Page } from './page.ts'
import type { Release, WorkerKind } from './release.ts'
import type { Releases, ServedBuild } from './releases.ts'
import { compileRoutes } from './routes.ts'
import { addShareTarget } from './share-target.ts'

/** The app's page without any publication's head: what a service worker keeps. */
const shellPath = '/app-shell'
const workerPath = '/sw.js'
const plainWorkerPath = '/sw-plain.js'

export interface AppOptions {
  /**
   * The build that people are told of: a folder of `index.html`, `routes.json`, `policy.json` and assets, precompressed
   * neighbours beside them.
   */
  readonly releases: Releases
  /** Where files of earlier builds stay. */
  readonly archiveFolder: string | null
  /** Undefined leaves it to the release. */
  readonly worker: WorkerKind | undefined
  /** Public settings as a page of this origin and release needs them. */
  readonly settingsFor: (origin: string, release: Release) => Readonly<Record<string, unknown>>
  readonly publicOrigin: string | null
  /** Where pages fetch public pictures, when not from here. */
  readonly mediaOrigin: string | null
  readonly fallbackOrigin: string
  /** Addresses below these belong to machines: what they do not know is answered in JSON. */
  readonly machinePrefixes: readonly string[]
  readonly reportTo: string
  /** Where the product has heads for its pages. */
  readonly headFor?: HeadFor | undefined
}

interface BuiltApp {
  readonly build: string | null
  readonly worker: WorkerKind
  readonly find: (path: string) => Promise<Asset | null>
  readonly archive: AssetArchive | null
  readonly policy: BuildPolicy
  readonly answerTo: (request: FastifyRequest, path: string) => Promise<PageAnswer>
}

interface PageAnswer {
  readonly status: number
  readonly page: Page
}

/** Serves the app on every address that no route takes; addresses that the app does not know get its page and 404. */
export async function serveApp(fastify: FastifyInstance, options: AppOptions): Promise<void> {
  await addShareTarget(fastify)
  const appNow = await followReleases(options)
  fastify.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isPage || path === null || options.machinePrefixes.some((prefix) => path.startsWith(prefix))) {
      return sendApiError(httpErrors.notFound(), request, reply)
    }
    const app = appNow()
    if (app === null) return sendBuildMissing(reply)
    const found = await findAsset(path, app, options)
    request.routeName = found ? 'asset' : 'page'
    if (!found || path === workerPath) sayBuild(reply, app)
    if (found) return sendVariant(request, reply.headers(assetHeaders(found, options)), found.asset)
    const { page, status } = await app.answerTo(request, path)
    reply.code(status).headers(page.headers).header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return sendVariant(request, reply, page)
  })
}

/** The app of the build that is told; while that is being read, the one before. */
async function followReleases(options: AppOptions): Promise<() => BuiltApp | null> {
  const { releases } = options
  const first = releases.told()
  const apps = new Map<string | null, BuiltApp | null>([[first.build, await readApp(first, options)]])
  const reading = new Set<string | null>()
  let last = apps.get(first.build) ?? null
  const read = async (served: ServedBuild) => {
    reading.add(served.build)
    apps.set(served.build, await readApp(served, options).catch(() => last))
    reading.delete(served.build)
  }
  return () => {
    const served = releases.told()
    const app = apps.get(served.build)
    if (app) last = app
    else if (app === undefined && !reading.has(served.build)) void read(served)
    return app ?? last
  }
}

function sayBuild(reply: FastifyReply, { build }: BuiltApp): void {
  if (build !== null) reply.header('x-build', build)
}

interface FoundAsset {
  readonly asset: Asset
  readonly runsWasm: boolean
  readonly trustedTypes?: readonly string[]
}

async function findAsset(path: string, app: BuiltApp, { releases }: AppOptions): Promise<FoundAsset | null> {
  if (path === plainWorkerPath) return null
  const asset = await app.find(path === workerPath && app.worker === 'plain' ? plainWorkerPath : path)
  if (asset && path === workerPath) return { asset, runsWasm: false, trustedTypes: app.policy.trustedTypes }
  if (asset) return { asset, runsWasm: app.policy.wasmWorkers.includes(path) }
  return (await app.archive?.find(path)) ?? releases.find(path)
}

function assetHeaders({ asset, runsWasm, trustedTypes = [] }: FoundAsset, { publicOrigin, mediaOrigin }: AppOptions) {
  const { type, cacheControl } = asset
  const own = { 'cache-control': cacheControl, 'content-type': type }
  if (!type.startsWith('text/javascript')) return own
  const wireOrigins = [publicOrigin, mediaOrigin].filter((known) => known !== null)
  return { ...own, ...workerHeaders({ wireOrigins, runsWasm, trustedTypes }) }
}

async function readApp(
  { build, folder, release, assets: read }: ServedBuild,
  options: AppOptions,
): Promise<BuiltApp | null> {
  const { fallbackOrigin, publicOrigin, headFor, archiveFolder } = options
  const html = await readIfThere(join(folder, 'index.html'))
  const routes = await readIfThere(join(folder, 'routes.json'))
  if (html === null) return null
  const knows = compileRoutes(routes ?? '{ "routes": ["/"] }')
  const policy = readBuildPolicy(await readIfThere(join(folder, 'policy.json')))
  const pageFor = rememberPages((origin) =>
    makePage({ html, trustedTypes: policy.trustedTypes, ...pageSettings(origin, release, options) }),
  )
  const pageWith = rememberHeads((page, head) => toPage(withHead(page.body.toString(), head), page.headers, 5))
  const assets = await (read ?? readAppAssets(folder))
  const isArchived = build !== null && archiveFolder !== null
  const archive = isArchived ? await openAssetArchive(archiveFolder, { ...policy, build, assets }) : null
  return {
    build,
    worker: options.worker ?? release.worker,
    // The archive is never written over.
    find: keepAssets(assets, async (path) => (await archive?.find(path))?.asset ?? assets.read(path)),
    archive,
    policy,
    async answerTo(request, path) {
      const origin = requestOrigin(request) ?? fallbackOrigin
      if (path === shellPath) return { status: 200, page: await pageFor(origin) }
      const [page, head] = await Promise.all([pageFor(origin), headFor?.(path, publicOrigin ?? origin)])
      if (!head) return { status: knows(path) ? 200 : 404, page }
      return { status: head.status, page: await pageWith(page, head) }
    },
  }
}

function rememberPages(make: (origin: string) => Promise<Page>): (origin: string) => Promise<Page> {
  const pages = new Map<string, Promise<Page>>()
  return (origin) => {
    const page = pages.get(origin) ?? make(origin)
    // Whoever sends made-up host names must not fill the memory.
    if (pages.size >= 32) pages.clear()
    pages.set(origin, page)
    return page
  }
}

/** As long as a head is kept, so is its page: a link that everybody opens costs one page. */
function rememberHeads(make: (page: Page, head: PageHead) => Promise<Page>) {
  const pages = new WeakMap<PageHead, Promise<Page>>()
  return (page: Page, head: PageHead): Promise<Page> => {
    const made = pages.get(head) ?? make(page, head)
    pages.set(head, made)
    return made
  }
}

function pageSettings(origin: string, release: Release, options: AppOptions) {
  const { publicOrigin, mediaOrigin, settingsFor, reportTo } = options
  const wireOrigins = publicOrigin === null || publicOrigin === origin ? [] : [publicOrigin]
  return { settings: settingsFor(origin, release), wireOrigins, mediaOrigin, reportTo }
}

interface Variants {
  readonly tag: string
  readonly body: Buffer
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
}

function sendVariant(request: FastifyRequest, reply: FastifyReply, { tag, body, encoded }: Variants): FastifyReply {
  const encoding = Object.keys(encoded).length === 0 ? null : preferredEncoding(request.headers['accept-encoding'])
  const bytes = encoding === null ? undefined : encoded[encoding]
  const etag = bytes === undefined ? `"${tag}"` : `"${tag}-${encoding}"`
  reply.header('etag', etag)
  if (Object.keys(encoded).length > 0) reply.header('vary', 'Accept-Encoding')
  if (reply.statusCode === 200 && matches(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (bytes === undefined) return reply.send(body)
  return reply.header('content-encoding', encoding).send(bytes)
}

// Any encoding of the same content will do: the cache has a body that decodes to it (RFC 9110 §13.1.2 compares weakly).
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => new RegExp(`^\\s*(?:W/)?"${tag}(?:-\\w+)?"\\s*$`).test(candidate))
}

/** The decoded path, or null when it cannot be decoded. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '/')
  } catch {
    return null
  }
}

function sendBuildMissing(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(buildMissingPage)
}

/** Shown instead of the app while there is none; the services answer all the same. */
const buildMissingPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>The app is not built yet</title>
  </head>
  <body>
    <h1>The app is not built yet</h1>
    <p>The server runs, but there are no pages to show. Build them with <code>npm run build</code> and start again.</p>
  </body>
</html>
`
