import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { composeSystem, readConfig, type System } from '../index.ts'

const books = `
  create table public.books (id int primary key, title text not null);
  alter table public.books enable row level security;
  create policy "books are for all" on public.books for select using (true);
  grant select on public.books to anon, authenticated;
  grant all on public.books to service_role;
  alter publication supabase_realtime add table public.books;`

let root: string
let system: System
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'realtime-recovery-'))
  await mkdir(join(root, 'supabase', 'migrations'), { recursive: true })
  await writeFile(join(root, 'supabase', 'migrations', '20260101000000_books.sql'), books)
  system = await composeSystem(readConfig({ PORT: '0', LOG_LEVEL: 'silent', SEED_DEMO: 'off' }, { root }))
})
afterAll(async () => {
  await system.close()
  await rm(root, { recursive: true, force: true })
})

async function postmaster(): Promise<number> {
  const text = await readFile(join(root, '.data', 'database', 'cluster', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

it('a PostgreSQL that is killed costs a delay: the same channel hears broadcasts meanwhile, and row changes again after', async () => {
  const reader = createClient(system.url, system.anonKey)
  const shop = createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
  const heard: string[] = []
  const states: string[] = []
  const told: string[] = []
  const channel = reader
    .channel('shelf')
    .on('broadcast', { event: 'bell' }, ({ payload }) => told.push(payload['from'] as string))
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'books' }, (change) =>
      heard.push(change.new['title'] as string),
    )
  const isListening = new Promise<void>((resolve) => {
    channel.on('system', {}, ({ message }: { message: string }) => {
      if (message === 'Subscribed to PostgreSQL') resolve()
    })
  })
  channel.subscribe((status) => states.push(status))
  await isListening
  await shop.from('books').insert({ id: 1, title: 'Before' })
  await expect.poll(() => heard).toEqual(['Before'])

  process.kill(await postmaster(), 'SIGKILL')
  const bell = shop.channel('shelf')
  await expect(bell.httpSend('bell', { from: 'the dark' })).resolves.toEqual({ success: true })
  await expect.poll(() => told).toEqual(['the dark'])

  await expect
    .poll(async () => (await shop.from('books').insert({ id: 2, title: 'After' })).status, { timeout: 20_000 })
    .toBe(201)
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['Before', 'After'])
  expect(states).toEqual(['SUBSCRIBED'])
  await reader.removeAllChannels()
})
