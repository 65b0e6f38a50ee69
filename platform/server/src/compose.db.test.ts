import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { GetObjectCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { composeSystem, readConfig, type System } from './index.ts'

const files: Record<string, string> = {
  'supabase/config.toml': `
    [functions.opening-hours]
    verify_jwt = false
    [figures.shelf_figures]
    every_seconds = 1
    [pages]
    head_function = "blurbs"
    paths = ["/books/:id"]`,
  'supabase/migrations/20261121090000_books.sql': `
    create table public.books (
      id bigint generated always as identity primary key,
      owner uuid not null default auth.uid() references auth.users,
      title text not null
    );
    alter table public.books enable row level security;
    create policy "people read and write their own books" on public.books
      using (owner = auth.uid()) with check (owner = auth.uid());
    grant select, insert on public.books to authenticated, service_role;
    create table public.shelves (name text primary key);
    grant select on public.shelves to anon, authenticated;
    grant select, insert on public.shelves to service_role;
    create function public.shelf_figures() returns table (name text, help text, labels jsonb, value double precision)
      language sql as $$ select 'shelves', 'Shelves there are', '{"kind":"all"}'::jsonb, count(*)::float8 from public.shelves $$;
    insert into storage.buckets (id, name, public) values ('covers', 'covers', true);`,
  'supabase/functions/opening-hours/index.ts': `
    export default {
      fetch: () => {
        const { SUPABASE_URL: at, LOG_LEVEL: level } = process.env
        return Response.json({ open: '9-18', at, level, knows: 'SUPABASE_SERVICE_ROLE_KEY' in process.env })
      },
    }`,
  'supabase/functions/blurbs/index.ts': `
    export default {
      fetch: ({ url, headers }) => {
        const { path, origin } = Object.fromEntries(new URL(url).searchParams)
        if (path === '/books/broken') throw new Error('no blurb')
        const status = path === '/books/sold-out' ? 410 : 200
        const known = headers.has('authorization') ? 'somebody' : 'nobody'
        return Response.json({ status, title: 'Book for ' + known, canonical: origin + path, meta: [] })
      },
    }`,
  'supabase/seed/index.ts': `
    export default async function seed({ url, serviceRoleKey }) {
      const answer = await fetch(url + '/rest/v1/shelves', {
        method: 'POST',
        headers: { apikey: serviceRoleKey, authorization: 'Bearer ' + serviceRoleKey, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Novels' }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }`,
  'supabase/seed/remove.ts': `
    export default async function remove({ url, serviceRoleKey }) {
      const answer = await fetch(url + '/rest/v1/shelves?name=eq.Novels', {
        method: 'DELETE',
        headers: { apikey: serviceRoleKey, authorization: 'Bearer ' + serviceRoleKey },
      })
      if (!answer.ok) throw new Error(await answer.text())
    }`,
  'app/dist/index.html': '<!doctype html><html><head><title>Bookshop</title></head></html>',
  'app/dist/routes.json': '{"routes":["/","/books/:id"]}',
  'release.json': '{"version":"5.3.0","releaseNotes":"New shelves"}',
}

let root: string
let system: System

const start = (environment: Record<string, string> = {}) =>
  composeSystem(readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment }, { root }))

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bookshop-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  system = await start({ AUTH_OAUTH_SERVER_ENABLED: 'true', S3_PROTOCOL_ENABLED: 'on' })
  await system.seeded
})

afterAll(async () => {
  await system.close()
  await rm(root, { recursive: true })
})

const clientFor = (key: string) => createClient(system.url, key, { auth: { persistSession: false } })

async function signUp(email: string) {
  const client = clientFor(system.anonKey)
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery' })
  expect(error).toBeNull()
  return { client, token: data.session?.access_token ?? '' }
}

async function heard(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(system.url + path, { headers })
  return { status: answer.status, text: await answer.text() }
}

describe('a composed system', () => {
  it('signs people up and shows each their own rows', async () => {
    const { client: ada } = await signUp('ada@shop.example')
    const { client: ben } = await signUp('ben@shop.example')
    const inserted = await ada.from('books').insert({ title: 'Notes' }).select('title').single()
    expect(inserted).toMatchObject({ error: null, data: { title: 'Notes' } })
    expect((await ada.from('books').select('title')).data).toEqual([{ title: 'Notes' }])
    expect((await ben.from('books').select('title')).data).toEqual([])
    expect((await clientFor(system.anonKey).from('books').select('title')).data).toEqual([])
  })

  it('has the product’s first contents, made once', async () => {
    expect((await clientFor(system.anonKey).from('shelves').select()).data).toEqual([{ name: 'Novels' }])
  })

  it('stores files under the product’s buckets', async () => {
    const service = clientFor(system.serviceRoleKey)
    const stored = await service.storage
      .from('covers')
      .upload('a/one.txt', new Blob(['cover']), { contentType: 'text/plain' })
    expect(stored.error).toBeNull()
    const { publicUrl } = service.storage.from('covers').getPublicUrl('a/one.txt').data
    expect(await (await fetch(publicUrl)).text()).toBe('cover')
  })

  it('gives files to clients of S3 with the token of a session, as far as its person may see them', async () => {
    const { token } = await signUp('iris@shop.example')
    const credentials = { accessKeyId: 'shop', secretAccessKey: system.anonKey, sessionToken: token }
    const endpoint = `${system.url}/storage/v1/s3`
    const asIris = new S3Client({ endpoint, region: 'local', forcePathStyle: true, credentials, maxAttempts: 1 })
    const cover = asIris.send(new GetObjectCommand({ Bucket: 'covers', Key: 'a/one.txt' }))
    await expect(cover).rejects.toMatchObject({ name: 'NoSuchKey' })
    const forged = new S3Client({
      endpoint,
      region: 'local',
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { ...credentials, sessionToken: `${token}x` },
    })
    const asked = forged.send(new GetObjectCommand({ Bucket: 'covers', Key: 'a/one.txt' }))
    await expect(asked).rejects.toMatchObject({ name: 'InvalidToken' })
    const asService = new S3Client({
      endpoint,
      region: 'local',
      forcePathStyle: true,
      credentials: { ...credentials, sessionToken: system.serviceRoleKey },
    })
    await asService.send(new HeadBucketCommand({ Bucket: 'covers' }))
    const { Body } = await asService.send(new GetObjectCommand({ Bucket: 'covers', Key: 'a/one.txt' }))
    expect(await Body?.transformToString()).toBe('cover')
    for (const client of [asIris, forged, asService]) client.destroy()
  })

  it('runs functions, which find the system where the hosted service would tell them', async () => {
    const { data, error } = await clientFor(system.anonKey).functions.invoke('opening-hours', { method: 'GET' })
    expect(error).toBeNull()
    expect(data).toEqual({ open: '9-18', at: system.url, level: 'silent', knows: true })
  })

  it.each(['/auth/v1/user', '/rest/v1/nothing', '/storage/v1/a/b', '/functions/v1/nothing', '/realtime/v1/x'])(
    'lets pages of other origins ask %s',
    async (path) => {
      const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
      const answer = await fetch(system.url + path, { method: 'OPTIONS', headers })
      expect(answer.ok).toBe(true)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    },
  )

  it.each(['/', '/nothing', '/auth/v1/x', '/rest/v1/x', '/storage/v1/x', '/functions/v1/x', '/realtime/v1/x'])(
    'tells requests apart at %s',
    async (path) => {
      const { headers } = await fetch(system.url + path, { headers: { 'x-request-id': 'trace-1234' } })
      expect(headers.get('x-request-id')).toBe('trace-1234')
      expect(headers.get('sb-request-id')).toBe('trace-1234')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it.each(['/', '/nothing', '/api/config', '/api/version', '/metrics', '/auth/v1/settings'])(
    'keeps its secrets out of %s',
    async (path) => {
      expect(await (await fetch(system.url + path)).text()).not.toContain(system.serviceRoleKey)
    },
  )

  it('serves the app with the settings of this system, and its release', async () => {
    const page = await (await fetch(`${system.url}/`)).text()
    const inlined = JSON.parse(/id="config">([^<]*)</.exec(page)?.[1] ?? '{}')
    expect(inlined).toEqual(await (await fetch(`${system.url}/api/config`)).json())
    expect(inlined).toEqual({
      supabaseUrl: system.url,
      anonKey: system.anonKey,
      appEnv: 'development',
      version: '5.3.0',
      vapidPublicKey: expect.any(String),
    })
    expect((await fetch(`${system.url}/nothing`)).status).toBe(404)
    const version = await fetch(`${system.url}/api/version`)
    expect(await version.json()).toEqual({ version: '5.3.0', releaseNotes: 'New shelves', forced: false })
  })

  it('writes the heads of pages that a function of the product knows, and does without where it fails', async () => {
    // Whoever asks waits for no head: the first may come too late on a busy machine, while its function is loaded.
    await expect
      .poll(async () => (await heard('/books/7?from=shelf', { authorization: 'Bearer x' })).text)
      .toContain('<title>Book for nobody</title>')
    const { status, text } = await heard('/books/7?from=shelf', { authorization: 'Bearer x' })
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="${system.url}/books/7" />`)
    expect((await heard('/books/sold-out')).status).toBe(410)
    const broken = await heard('/books/broken')
    expect([broken.status, broken.text.includes('<title>Bookshop</title>')]).toEqual([200, true])
  })

  it('is found as an authorization server by its issuer alone, from any page', async () => {
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const answer = await fetch(`${system.url}/.well-known/${name}/auth/v1`, {
        headers: { origin: 'https://elsewhere' },
      })
      const beside = await heard(`/auth/v1/.well-known/${name}`)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      const metadata = JSON.parse(beside.text)
      expect(await answer.json()).toEqual(metadata)
      expect(metadata.issuer).toMatch(/^http:.*\/auth\/v1$/)
    }
  })

  it('counts what it does', async () => {
    const metrics = await (await fetch(`${system.url}/metrics`)).text()
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/auth\/v1\/signup",status="200"\} \d/,
    )
    expect(metrics).toMatch(/http_request_duration_seconds_count\{method="GET",route="page",status="404"\} \d/)
    expect(metrics).toMatch(/events_total\{kind="server\.seeded"\} 1/)
    expect(metrics).toMatch(/build_info\{version="5\.3\.0",build="",roles="all"\} 1/)
    expect(metrics).toMatch(/database_pool_size\{pool="gateway"\} 10/)
    expect(metrics).toMatch(/mail_waiting 0/)
    await expect
      .poll(async () => (await fetch(`${system.url}/metrics`)).text(), { timeout: 10_000 })
      .toContain('shelves{kind="all"} 1')
  })

  it('keeps everything for the next start, keys and sessions included, and seeds no second time', async () => {
    const { token } = await signUp('eve@shop.example')
    const { anonKey } = system
    await system.close()
    await writeFile(join(root, 'supabase/seed/index.ts'), 'export default () => { throw new Error("again") }')
    // Tokens name the address of the server that made them.
    system = await start({ PORT: new URL(system.url).port })
    await system.seeded
    expect(system.anonKey).toBe(anonKey)
    expect((await heard('/.well-known/oauth-authorization-server/auth/v1')).status).toBe(404)
    const service = clientFor(system.serviceRoleKey)
    expect((await service.from('shelves').select()).data).toEqual([{ name: 'Novels' }])
    expect(await (await fetch(`${system.url}/metrics`)).text()).not.toContain('server.seed')
    const books = await fetch(`${system.url}/rest/v1/books`, {
      headers: { apikey: anonKey, authorization: `Bearer ${token}` },
    })
    expect(books.status).toBe(200)
  })

  it('takes its first contents away where they are no longer wanted, once, and nothing that came afterwards', async () => {
    const shelves = async () => (await clientFor(system.serviceRoleKey).from('shelves').select()).data
    await clientFor(system.serviceRoleKey).from('shelves').insert({ name: 'Poems' })
    const restart = async () => {
      await system.close()
      system = await start({ PORT: new URL(system.url).port, SEED_DEMO: 'off' })
      await system.seeded
      return (await fetch(`${system.url}/metrics`)).text()
    }
    expect(await restart()).toMatch(/events_total\{kind="server\.seed-removed"\} 1/)
    expect(await shelves()).toEqual([{ name: 'Poems' }])
    expect(await restart()).not.toContain('server.seed')
  })
})
