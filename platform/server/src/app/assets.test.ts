import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { readRelease } from './release.ts'
import { ownRelease } from './releases.ts'
import { serveApp } from './serve-app.ts'

const files: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><html><head><title>Bookshop</title></head></html>',
  'sw.js': 'self.skipWaiting()',
  'assets/index-Ab12_-cd.js': 'start()',
  'assets/index-Ab12_-cd.js.gz': 'start() in short',
  'assets/sums-Ab12Cd34.js': 'sums()',
}

let top: string
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'assets-'))
  await mkdir(join(top, 'dist', 'assets'), { recursive: true })
  await Promise.all(Object.entries(files).map(([name, text]) => write(name, text)))
})
afterEach(() => rm(top, { recursive: true }))

const write = (name: string, text: string) => writeFile(join(top, 'dist', name), text)

async function bookshop(build: string | null) {
  const fastify = Fastify({ logger: false })
  await serveApp(fastify, {
    releases: ownRelease({ folder: join(top, 'dist'), build, release: await readRelease(top) }),
    archiveFolder: join(top, 'archive'),
    worker: 'caching',
    settingsFor: () => ({}),
    mediaOrigin: null,
    publicOrigin: null,
    fallbackOrigin: 'http://localhost:3000',
    machinePrefixes: [],
    reportTo: '/api/reports',
  })
  return async (url: string) => {
    const { statusCode, body } = await fastify.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    return statusCode === 200 ? body : statusCode
  }
}

it('is served whole while the next build is written in its place, to whoever asks for a file for the first time', async () => {
  const get = await bookshop('0123456789ab')
  await write('assets/index-Ab12_-cd.js', 'half')
  await write('assets/index-Ab12_-cd.js.gz', 'half')
  await write('sw.js', 'half')
  await rm(join(top, 'dist', 'assets', 'sums-Ab12Cd34.js'))
  expect(await get('/assets/index-Ab12_-cd.js')).toBe('start() in short')
  expect(await get('/assets/sums-Ab12Cd34.js')).toBe('sums()')
  expect(await get('/sw.js')).toBe('self.skipWaiting()')
})

it('keeps what was asked for once', async () => {
  const get = await bookshop(null)
  expect(await get('/assets/sums-Ab12Cd34.js')).toBe('sums()')
  await rm(join(top, 'dist', 'assets'), { recursive: true })
  expect(await get('/assets/sums-Ab12Cd34.js')).toBe('sums()')
})

it('fails for a file of its own that cannot be read, and answers it once it can', async () => {
  const get = await bookshop(null)
  const path = 'assets/index-Ab12_-cd.js'
  await rm(join(top, 'dist', path))
  expect(await get(`/${path}`)).toBe(500)
  await write(path, 'start()')
  expect(await get(`/${path}`)).toBe('start() in short')
})
