import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'

import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readBuildPolicy } from './build-policy.ts'
import { inlineHashes } from './page.ts'
import { readRelease } from './release.ts'
import { ownRelease } from './releases.ts'
import { compileRoutes } from './routes.ts'
import { serveApp, type AppOptions } from './serve-app.ts'

const script = `console.info(${JSON.stringify('bookshop'.repeat(300))})`
const html = `<!doctype html><html><head><title>Bookshop</title></head><body><script>start()</script></body></html>`
const files: Record<string, string | Buffer> = {
  'index.html': html,
  'routes.json': JSON.stringify({ routes: ['/', '/books', '/books/:id'] }),
  'policy.json': JSON.stringify({ trustedTypes: ['shop-script'], wasmWorkers: ['/assets/sums-Ab12Cd34.js'] }),
  'sw.js': 'self.skipWaiting()',
  'sw-plain.js': 'plain()',
  'build.json': '{"build":"0123456789ab"}',
  'assets/sums-Ab12Cd34.js': 'WebAssembly',
  'assets/Ab12Cd34.js': 'part()',
  '.sources': 'secret',
  'assets/.hidden.js': 'secret',
  'assets/index-Ab12_-cd.js': script,
  'assets/index-Ab12_-cd.js.br': brotliCompressSync(script),
  'assets/index-Ab12_-cd.js.gz': gzipSync(script),
  'assets/index-Ab12_-cd.js.map': 'secret',
  'assets/logo-a b.svg': '<svg/>',
}

let top: string
let folder: string

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'serve-app-'))
  folder = join(top, 'dist')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(top, 'outside.txt'), 'secret')
  await symlink(join(top, 'outside.txt'), join(folder, 'linked.txt'))
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)))
})

afterAll(() => rm(top, { recursive: true }))

type Bookshop = Partial<AppOptions> & { readonly folder?: string; readonly build?: string | null }

async function bookshop({ folder: at = folder, build = '0123456789ab', ...options }: Bookshop = {}) {
  const fastify = Fastify({ logger: false })
  await serveApp(fastify, {
    releases: ownRelease({ folder: at, build, release: await readRelease(top) }),
    archiveFolder: null,
    worker: 'caching',
    settingsFor: (origin) => ({ supabaseUrl: origin, note: '</script><script>evil()' }),
    mediaOrigin: null,
    publicOrigin: null,
    fallbackOrigin: 'http://localhost:3000',
    machinePrefixes: ['/api/', '/rest/v1/'],
    reportTo: '/api/reports',
    ...options,
  })
  return fastify
}

const host = { host: 'shop.example:3000' }

const url = '/assets/index-Ab12_-cd.js'

describe('assets', () => {
  it('are immutable when named after their content, checked every time when not', async () => {
    const app = await bookshop()
    expect((await app.inject(url)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject('/assets/Ab12Cd34.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await app.inject('/sw.js')).headers['cache-control']).toBe('no-cache')
    expect((await app.inject('/assets/logo-a%20b.svg')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'image/svg+xml',
    })
  })

  it.each([
    ['br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', undefined],
  ])('answer Accept-Encoding %s with %s, made by the build', async (accept, encoding) => {
    const answer = await (await bookshop()).inject({ url, headers: { 'accept-encoding': accept } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const bytes =
      encoding === undefined
        ? Buffer.from(script)
        : Buffer.from(files[`assets/index-Ab12_-cd.js.${encoding === 'br' ? 'br' : 'gz'}`]!)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
  })

  it('are not sent again to who has them, in whatever encoding', async () => {
    const app = await bookshop()
    const first = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    const tag = String(first.headers.etag)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await app.inject({ url, headers: { 'if-none-match': known } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })
})

describe('scripts', () => {
  it('may work as workers: load others of ours and reach the wires, nothing else', async () => {
    const own = await (await bookshop()).inject('/sw.js')
    expect(own.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types shop-script",
    )
    const sums = await (await bookshop()).inject('/assets/sums-Ab12Cd34.js')
    expect(sums.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    const elsewhere = await (await bookshop({ publicOrigin: 'https://shop.example' })).inject('/sw.js')
    expect(elsewhere.headers['content-security-policy']).toContain("connect-src 'self' https://shop.example")
  })
})

describe('the build', () => {
  it('is named by pages, the shell and the worker, and by no file that many builds share', async () => {
    const app = await bookshop()
    const named = async (path: string) => (await app.inject({ url: path, headers: host })).headers['x-build']
    for (const path of ['/', '/nothing', '/app-shell', '/sw.js']) expect(await named(path)).toBe('0123456789ab')
    expect(await named(url)).toBeUndefined()
  })

  it('gives its page without any head as /app-shell', async () => {
    const headFor = () => Promise.reject(new Error('asked for a head'))
    const answer = await (await bookshop({ headFor })).inject({ url: '/app-shell', headers: host })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(answer.body).toContain('<title>Bookshop</title>')
  })

  it('may be told to serve the worker that keeps nothing', async () => {
    const { body, headers } = await (await bookshop({ worker: 'plain' })).inject('/sw.js')
    expect([body, headers['x-build']]).toEqual(['plain()', '0123456789ab'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('leaves its files to pages that outlive it, with their policies, and nothing that it did not name', async () => {
    const archiveFolder = join(top, 'archive')
    await bookshop({ archiveFolder })
    const next = join(top, 'next')
    await mkdir(join(next, 'assets'), { recursive: true })
    await writeFile(join(next, 'index.html'), html)
    const app = await bookshop({ folder: next, build: 'ba9876543210', archiveFolder })
    const old = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(old.rawPayload).toString()).toBe(script)
    expect(old.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const sums = await app.inject('/assets/sums-Ab12Cd34.js')
    expect(sums.headers['content-security-policy']).toContain("'wasm-unsafe-eval'")
    for (const path of ['/assets/..%2fbuilds%2f0123456789ab.json', '/assets/Zz12Cd34.js', '/assets/logo-a%20b.svg']) {
      expect((await app.inject({ url: path, headers: host })).statusCode).toBe(404)
    }
  })
})

describe('the folder', () => {
  it.each([
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/..%5coutside.txt',
    '/linked.txt',
    '/.sources',
    '/assets/.hidden.js',
    '/assets/index-Ab12_-cd.js.map',
    '/assets/index-Ab12_-cd.js%00',
    '//etc/passwd',
  ])('gives nothing of %s', async (url) => {
    const answer = await (await bookshop()).inject({ url, headers: host })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('<title>Bookshop</title>')
    expect(answer.body).not.toContain('secret')
  })

  it.each(['/routes.json', '/index.html', '/build.json', '/sw-plain.js'])('keeps %s for the server', async (url) => {
    expect((await (await bookshop()).inject(url)).statusCode).toBe(404)
  })

  it('refuses an address that cannot be decoded', async () => {
    const answer = await (await bookshop()).inject('/assets/%ff')
    expect(answer.statusCode).toBe(400)
  })
})

describe('the page', () => {
  it.each([
    ['/', 200],
    ['/books?sort=new', 200],
    ['/books/', 200],
    ['/books/42', 200],
    ['/books/42/more', 404],
    ['/nothing', 404],
    ['/nothing.js', 404],
    ['/booksx', 404],
  ])('is the answer to %s, with %i', async (url, status) => {
    const answer = await (await bookshop()).inject({ url, headers: host })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain('<title>Bookshop</title>')
  })

  it('carries the settings for the origin that was asked, unable to end their element', async () => {
    const app = await bookshop()
    const element = /<script type="application\/json" id="config">([^<]*)<\/script>/
    const settingsOf = (body: string) => JSON.parse(element.exec(body)?.[1] ?? 'null')
    const answer = await app.inject({ url: '/', headers: host })
    expect(settingsOf(answer.body)).toEqual({
      supabaseUrl: 'http://shop.example:3000',
      note: '</script><script>evil()',
    })
    const odd = await app.inject({ url: '/', headers: { host: 'a b' } })
    expect(settingsOf(odd.body).supabaseUrl).toBe('http://localhost:3000')
  })

  it('fills the place that the build left for the settings', async () => {
    const other = join(top, 'other')
    await mkdir(other, { recursive: true })
    const place = '<head><script type="application/json" id="config"></script><i></i></head>'
    await writeFile(join(other, 'index.html'), place)
    const { body } = await (await bookshop({ folder: other })).inject({ url: '/', headers: host })
    expect(body).toMatch(/^<head><script type="application\/json" id="config">\{"supa[^<]*<\/script><i><\/i><\/head>$/)
  })

  it('has a strict policy that lets only the build’s own inline script run', async () => {
    const { headers } = await (await bookshop()).inject({ url: '/nothing', headers: host })
    const policy = String(headers['content-security-policy'])
    const directives = new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive]))
    expect(directives.get('default-src')).toBe("default-src 'none'")
    expect(directives.get('script-src')).toBe(`script-src 'self' ${inlineHashes(html).scriptHashes[0]}`)
    expect(directives.get('style-src')).toBe("style-src 'self'")
    expect(directives.get('connect-src')).toBe("connect-src 'self'")
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'")
    expect(directives.get('base-uri')).toBe("base-uri 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'reporting-endpoints': 'csp="/api/reports"',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
    })
    expect(headers['permissions-policy']).toContain('geolocation=()')
  })

  it('X-02 lets no text become code but by the policies that the build names, on pages that are not there too', async () => {
    const { headers } = await (await bookshop()).inject({ url: '/nothing', headers: host })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types shop-script; report-to csp")
    expect(headers['content-security-policy-report-only']).toBeUndefined()
    const other = join(top, 'without')
    await mkdir(other, { recursive: true })
    await writeFile(join(other, 'index.html'), html)
    const bare = await (await bookshop({ folder: other })).inject({ url: '/', headers: host })
    expect(bare.headers['content-security-policy']).toContain("; trusted-types 'none';")
  })

  it('may reach the wires where PUBLIC_URL puts them', async () => {
    const app = await bookshop({ publicOrigin: 'https://shop.example' })
    const { headers } = await app.inject({ url: '/', headers: { host: '192.168.1.7:3000' } })
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://shop.example wss://shop.example;")
  })

  it('may show and read public pictures where MEDIA_URL puts them, and sends nothing else there', async () => {
    const app = await bookshop({ mediaOrigin: 'https://media.example' })
    const page = String((await app.inject({ url: '/', headers: host })).headers['content-security-policy'])
    for (const name of ['img', 'media', 'connect'])
      expect(page).toMatch(new RegExp(`${name}-src 'self' https://media\\.ex`))
    expect(page.match(/media\.example/g)).toHaveLength(3)
    expect((await app.inject('/sw.js')).headers['content-security-policy']).toContain('https://media.example')
  })

  it('is compressed, and not sent again to who has it', async () => {
    const app = await bookshop()
    const answer = await app.inject({ url: '/', headers: { ...host, 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<title>Bookshop</title>')
    const again = await app.inject({ url: '/', headers: { ...host, 'if-none-match': String(answer.headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.headers['content-security-policy']).toBeDefined()
  })

  it('is not the answer to machines', async () => {
    const app = await bookshop()
    for (const request of [
      { url: '/rest/v1/nothing' },
      { url: '/api/nothing' },
      { method: 'POST' as const, url: '/books' },
    ]) {
      const answer = await app.inject(request)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ code: 'not_found', message: 'Nothing answers at this address' })
    }
  })

  it('says how to build the app while there is none', async () => {
    const answer = await (await bookshop({ folder: join(top, 'missing') })).inject('/')
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm run build')
  })
})

describe('policy.json', () => {
  it.each([
    '{}',
    '{"trustedTypes":["a; script-src *"],"wasmWorkers":[]}',
    '{"trustedTypes":[],"wasmWorkers":["/sw.js"]}',
  ])('refuses %s', (text) => {
    expect(() => readBuildPolicy(text)).toThrow('policy.json must hold')
  })
})

describe('routes.json', () => {
  it.each(['{}', '{"routes":[1]}', '{"routes":["books"]}', '{"routes":["/a(b"]}'])('refuses %s', (text) => {
    expect(() => compileRoutes(text)).toThrow('routes.json must hold')
  })

  it('takes dots for dots and a star for anything', () => {
    const knows = compileRoutes('{"routes":["/a.b","/help/*"]}')
    expect([knows('/a.b'), knows('/axb'), knows('/help/a/b'), knows('/help')]).toEqual([true, false, true, false])
  })
})
