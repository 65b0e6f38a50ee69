/** What all wires make of tokens that are not ours (THREATS ), and of keys where a person belongs. */
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  goodClaims,
  hostileTokens,
  signed,
  tokensOfForeignRoles,
  tokensOfForeignSubjects,
  type NamedToken,
  type Target,
} from '../../testing/hostile-tokens.ts'
import { composeSystem, readConfig, type System } from '../index.ts'

const secret = 'a-secret-of-the-bookshop-that-is-long-enough'
const migration = `
  create table public.books (owner uuid not null default auth.uid(), title text not null);
  insert into public.books values ('00000000-0000-4000-8000-000000000000', 'Notes');
  alter table public.books enable row level security;
  create policy "people read and write their own books" on public.books
    using (owner = auth.uid()) with check (owner = auth.uid());
  grant select, insert on public.books to anon, authenticated;
  create function public.whoami() returns text language sql as 'select current_user::text';`

let root: string
let system: System
let hostile: NamedToken[]
let asked = 0
const trap = createServer((socket) => {
  asked += 1
  socket.destroy()
})

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hostile-'))
  await mkdir(join(root, 'supabase/migrations'), { recursive: true })
  await writeFile(join(root, 'supabase/migrations/20261121090000_books.sql'), migration)
  system = await composeSystem(readConfig({ PORT: '0', LOG_LEVEL: 'silent', JWT_SECRET: secret }, { root }))
  trap.listen(0, '127.0.0.1')
  await once(trap, 'listening')
  const { port } = trap.address() as AddressInfo
  const published = await fetch(`${system.url}/auth/v1/.well-known/jwks.json`)
  const { keys } = (await published.json()) as { keys: Target['publicJwk'][] }
  hostile = hostileTokens({ secret, publicJwk: keys[0]!, trap: `http://127.0.0.1:${port}` })
})

afterAll(async () => {
  await system.close()
  trap.close()
  await rm(root, { recursive: true })
})

interface Verdict {
  readonly status: number
  readonly code: unknown
}

async function ask(path: string, headers: Record<string, string>): Promise<Verdict> {
  const answer = await fetch(system.url + path, { headers: { apikey: system.anonKey, ...headers } })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, code: body['error_code'] ?? body['statusCode'] ?? body['code'] }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What a channel says that is joined with the token. */
async function joinWith(token: string): Promise<unknown> {
  const socket = new WebSocket(
    `${system.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${system.anonKey}`,
  )
  try {
    await once(socket, 'open')
    const payload = { config: { broadcast: {}, presence: {}, postgres_changes: [] }, access_token: token }
    socket.send(JSON.stringify({ topic: 'realtime:books', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
    const [message] = (await once(socket, 'message')) as [MessageEvent]
    const reply = JSON.parse(String(message.data)) as { event: string; payload: { status: unknown } }
    return reply.event === 'phx_reply' ? reply.payload.status : reply.event
  } finally {
    socket.close()
  }
}

/** The names of those tokens to which a wire does not answer as it should. */
async function exceptions(tokens: readonly NamedToken[], isRefused: (token: string) => Promise<boolean>) {
  const found: string[] = []
  for (const [name, token] of tokens) if (!(await isRefused(token))) found.push(name)
  return found
}

const refusals: readonly (readonly [string, (token: string) => Promise<boolean>])[] = [
  [
    'auth/v1 with 403 bad_jwt',
    async (token) => {
      const { status, code } = await ask('/auth/v1/user', bearer(token))
      return status === 403 && code === 'bad_jwt'
    },
  ],
  [
    'rest/v1 with 401',
    async (token) => {
      const { status, code } = await ask('/rest/v1/books?select=title', bearer(token))
      return status === 401 && ['PGRST301', 'PGRST303'].includes(String(code))
    },
  ],
  [
    'rest/v1 with 401, as the only key too',
    async (token) => (await ask('/rest/v1/books?select=title', { apikey: token })).status === 401,
  ],
  [
    'storage/v1 with 400',
    async (token) => {
      const { status, code } = await ask('/storage/v1/bucket', bearer(token))
      return status === 400 && ['400', '403'].includes(String(code))
    },
  ],
  ['realtime/v1 with an error', async (token) => (await joinWith(token)) === 'error'],
]

describe('a token that is not ours', () => {
  it.each(refusals)('A-04 is refused by %s', async (_name, isRefused) => {
    expect(hostile.length).toBeGreaterThanOrEqual(63)
    expect(await exceptions(hostile, isRefused)).toEqual([])
  })

  it('A-04 of a megabyte is not read', async () => {
    const token = `${signed({ alg: 'HS256' }, goodClaims(), secret)}${'x'.repeat(1_000_000)}`
    const headers = { apikey: system.anonKey, ...bearer(token) }
    const answer = await fetch(`${system.url}/auth/v1/user`, { headers }).catch(() => null)
    expect(answer === null || answer.status === 431).toBe(true)
    expect((await ask('/auth/v1/health', {})).status).toBe(200)
  })

  it('A-04 makes the server ask nobody', () => {
    expect(asked).toBe(0)
  })

  it('A-04 is unlike a good one, which all of them take', async () => {
    const token = signed({ alg: 'HS256', typ: 'JWT' }, goodClaims(), secret)
    expect(await ask('/auth/v1/user', bearer(token))).toEqual({ status: 403, code: 'user_not_found' })
    expect((await ask('/rest/v1/books?select=title', bearer(token))).status).toBe(200)
    expect((await ask('/storage/v1/bucket', bearer(token))).status).toBe(200)
    expect(await joinWith(token)).toBe('ok')
  })
})

describe('a token of ours with another role', () => {
  it.each(refusals)('A-05 is refused by %s', async (_name, isRefused) => {
    expect(await exceptions(tokensOfForeignRoles({ secret }), isRefused)).toEqual([])
  })
})

describe('a token of ours', () => {
  it.each(refusals)('A-05 whose subject is no id of a person, but SQL, is refused by %s', async (_name, isRefused) => {
    expect(await exceptions(tokensOfForeignSubjects({ secret }), isRefused)).toEqual([])
  })

  it('A-05 without a subject acts as its role and as nobody', async () => {
    const { sub: _sub, ...claims } = goodClaims() as { sub: string }
    const token = signed({ alg: 'HS256', typ: 'JWT' }, claims, secret)
    const whoami = await fetch(`${system.url}/rest/v1/rpc/whoami`, {
      headers: { apikey: system.anonKey, ...bearer(token) },
    })
    expect(await whoami.json()).toBe('authenticated')
  })

  it('A-06 that is a key of the server is nobody', async () => {
    for (const key of [system.anonKey, system.serviceRoleKey]) {
      expect(await ask('/auth/v1/user', bearer(key))).toEqual({ status: 403, code: 'bad_jwt' })
    }
  })
})

describe('a page elsewhere', () => {
  it('A-29 may read answers, but never with credentials', async () => {
    const origin = 'https://evil.example'
    for (const path of ['/auth/v1/token?grant_type=refresh_token', '/auth/v1/logout', '/auth/v1/user']) {
      for (const method of ['OPTIONS', 'POST', 'GET']) {
        const headers = { origin, 'access-control-request-method': 'POST', cookie: 'a=b' }
        const answer = await fetch(system.url + path, { method, headers })
        expect(answer.headers.get('access-control-allow-origin')).toBe('*')
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
    }
  })
})
