/**
 * The built app as a folder that any host of files can serve, with the wires elsewhere: settings and policy are in its page, and
 * what else must be said of files is in `_headers` and `_redirects`, which such hosts read.
 */

import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { pageHeaders, workerHeaders } from '@platform/http'

import { readIfThere } from '../read-if-there.ts'
import { appPaths, hashed } from './assets.ts'
import { readBuildPolicy } from './build-policy.ts'
import { inlineHashes, makePage } from './page.ts'
import type { PublicSettings } from './public-routes.ts'
import { newsFor, readBuild, readRelease } from './release.ts'

export interface StaticSiteOptions {
  /** Holds `release.json`. */
  readonly root: string
  readonly appFolder: string
  /** Is emptied first. */
  readonly to: string
  readonly settings: Omit<PublicSettings, 'version'>
}

/** There is nothing to make a site of. */
export class StaticSiteError extends Error {
  override readonly name = 'StaticSiteError'
}

const forAYear = 'public, max-age=31536000, immutable'

/** Answers how many files it has. @throws {StaticSiteError} where the app is not built */
export async function writeStaticSite({ root, appFolder, to, settings }: StaticSiteOptions): Promise<number> {
  const [release, build, html, policyText] = await Promise.all([
    readRelease(root),
    readBuild(appFolder),
    readIfThere(join(appFolder, 'index.html')),
    readIfThere(join(appFolder, 'policy.json')),
  ])
  if (html === null || build === null) throw new StaticSiteError('The app is not built: npm run build')
  const policy = readBuildPolicy(policyText)
  const told = { ...settings, version: release.version }
  const wireOrigins = [new URL(settings.supabaseUrl).origin]
  const mediaOrigin = settings.mediaUrl === undefined ? null : new URL(settings.mediaUrl).origin
  const parts = { wireOrigins, mediaOrigin, trustedTypes: policy.trustedTypes, reportTo: '' }
  const page = await makePage({ html, settings: told, ...parts })
  const headers = pageHeaders({ ...parts, ...inlineHashes(html) })

  await rm(to, { recursive: true, force: true })
  const paths = appPaths(appFolder)
  for (const path of paths) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(appFolder, path), join(to, path))
  }
  if (release.worker === 'plain') await copyFile(join(appFolder, 'sw-plain.js'), join(to, 'sw.js'))
  await mkdir(join(to, 'api'), { recursive: true })
  const written: Readonly<Record<string, string>> = {
    'index.html': withPolicy(page.body.toString(), headers['content-security-policy'] ?? ''),
    'api/config': JSON.stringify(told),
    'api/version': JSON.stringify(newsFor(release, null)),
    livez: 'ok\n',
    _redirects: '/* /index.html 200\n',
    _headers: headersFile(paths, { headers, build, wireOrigins, ...policy }),
  }
  for (const [name, text] of Object.entries(written)) await writeFile(join(to, name), text)
  return paths.length + Object.keys(written).length
}

/** A page may carry its policy itself, but for who may frame it and where violations are told. */
function withPolicy(html: string, policy: string): string {
  const inPage = policy.split('; ').filter((directive) => !/^(?:frame-ancestors|report-to) /.test(directive))
  return html.replace(
    '<head>',
    () =>
      `<head>\n    <meta http-equiv="Content-Security-Policy" content="${inPage.join('; ').replaceAll('"', '&quot;')}" />`,
  )
}

interface HeaderFacts {
  readonly headers: Readonly<Record<string, string>>
  readonly build: string
  readonly wireOrigins: readonly string[]
  readonly trustedTypes: readonly string[]
  readonly wasmWorkers: readonly string[]
}

/** No header is said twice of one address: hosts differ in what they make of that. */
function headersFile(paths: readonly string[], { headers, build, wireOrigins, ...policy }: HeaderFacts): string {
  const { 'content-security-policy': _, 'reporting-endpoints': __, ...everywhere } = headers
  const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
  const workers = paths.filter((path) => path === '/sw.js' || /worker[^/]*\.js$/.test(basename(path)))
  const ofWorker = (path: string) =>
    workerHeaders({
      wireOrigins,
      runsWasm: policy.wasmWorkers.includes(path),
      trustedTypes: path === '/sw.js' ? policy.trustedTypes : [],
    })
  const rules: Record<string, Readonly<Record<string, string>>> = {
    '/*': { ...everywhere, 'x-content-type-options': 'nosniff', 'x-build': build },
    '/assets/*': { 'cache-control': forAYear },
    '/api/config': json,
    '/api/version': { ...json, 'cdn-cache-control': 'max-age=5' },
    '/livez': { 'content-type': 'text/plain', 'cache-control': 'no-store' },
    '/sw.js': { 'cache-control': 'no-cache' },
  }
  for (const path of workers) rules[path] = { ...rules[path], ...ofWorker(path) }
  if (paths.some((path) => path.startsWith('/assets/') && !hashed.test(path)))
    throw new StaticSiteError('A file below /assets is not named after its content')
  return Object.entries(rules)
    .map(
      ([path, own]) =>
        `${path}\n${Object.entries(own)
          .map(([name, value]) => `  ${name}: ${value}\n`)
          .join('')}`,
    )
    .join('\n')
}

/** What a server of ours tells the app; a hosted project's address and public key say enough. */
export async function settingsFrom(server: string): Promise<Omit<PublicSettings, 'version'>> {
  const answer = await fetch(new URL('/api/config', server))
  if (!answer.ok) throw new StaticSiteError(`${server}/api/config answered ${answer.status}`)
  const { version: _, ...settings } = (await answer.json()) as PublicSettings
  return settings
}
