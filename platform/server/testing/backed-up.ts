/** A small product with rows and files, which people write while it is copied. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { openVault } from '../src/backup/open-vault.ts'
import { composeSystem, readConfig, type Config, type System } from '../src/index.ts'

export const passphrase = 'La-lagune-se-souvient-de-tout'
export const person = { email: 'awa@example.com', password: 'Lagune-Ébrié-2026' }

const migration = `
  create table public.notes (
    id bigint generated always as identity primary key,
    owner uuid not null default auth.uid() references auth.users,
    words text not null,
    length int generated always as (length(words)) stored
  );
  alter table public.notes enable row level security;
  create policy "people read and write their own notes" on public.notes
    using (owner = auth.uid()) with check (owner = auth.uid());
  grant select, insert on public.notes to authenticated;
  insert into storage.buckets (id, name, public) values ('papers', 'papers', false);
  create policy "people keep their own papers" on storage.objects
    using (owner_id = auth.uid()::text) with check (owner_id = auth.uid()::text);`

export class BackedUp implements AsyncDisposable {
  readonly folder: string
  readonly #root: string
  readonly #systems: System[] = []

  private constructor(folder: string) {
    this.folder = folder
    this.#root = join(folder, 'product')
  }

  static async create(): Promise<BackedUp> {
    const made = new BackedUp(await mkdtemp(join(tmpdir(), 'backed-up-')))
    await made.addMigration('20261121090000_notes', migration)
    return made
  }

  async addMigration(name: string, sql: string): Promise<string> {
    const file = join(this.#root, 'supabase', 'migrations', `${name}.sql`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, sql)
    return file
  }

  place = (name: string): string => join(this.folder, name)

  config(name: string, settings: Record<string, string> = {}): Config {
    const own = { DATA_DIR: this.place(name), PORT: '0', SEED_DEMO: 'off', LOG_LEVEL: 'silent', BACKUP_KEY: passphrase }
    return readConfig({ ...own, ...settings }, { root: this.#root })
  }

  async start(config: Config): Promise<System> {
    const system = await composeSystem(config)
    this.#systems.push(system)
    return system
  }

  vault = (config: Config, name = 'backups') => openVault(config, this.place(name))

  async [Symbol.asyncDispose](): Promise<void> {
    for (const system of this.#systems) await system.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

export function clientOf({ url, anonKey }: System): SupabaseClient {
  return createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** Writes until it is told to stop: a note and a paper with the same words, what was acknowledged kept. */
export class Writer {
  readonly acknowledged: string[] = []
  #isStopped = false
  readonly #client: SupabaseClient
  readonly #ended: Promise<void>

  constructor(client: SupabaseClient, onWritten: (count: number) => void = () => {}) {
    this.#client = client
    this.#ended = this.#write(onWritten)
  }

  async #write(onWritten: (count: number) => void): Promise<void> {
    for (let count = 1; !this.#isStopped; count += 1) {
      await writeOne(this.#client, `note ${count} é ' \\ \t\n`)
      this.acknowledged.push(`note ${count} é ' \\ \t\n`)
      onWritten(count)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#ended
  }
}

export async function writeOne(client: SupabaseClient, words: string): Promise<void> {
  const stored = await client.storage.from('papers').upload(nameOf(words), contentOf(words))
  if (stored.error) throw stored.error
  const { error } = await client.from('notes').insert({ words })
  if (error) throw error
}

const nameOf = (words: string) => `${createHash('sha256').update(words).digest('hex').slice(0, 16)}.txt`
/** Of different lengths, some longer than a frame. */
const contentOf = (words: string) => words.repeat(1 + ((Buffer.byteLength(words) * words.charCodeAt(5)) ** 2 % 30_000))

/** Signs in and reads every note with its paper; answers the words. @throws where a paper is not what was kept */
export async function readAll(system: System): Promise<string[]> {
  const client = clientOf(system)
  const signedIn = await client.auth.signInWithPassword(person)
  if (signedIn.error) throw signedIn.error
  const { data, error } = await client.from('notes').select('words, length').order('id')
  if (error) throw error
  const notes = data as { words: string; length: number }[]
  for (const { words, length } of notes) {
    if (length !== words.length) throw new Error(`The length of ${words} is ${length}`)
    const paper = await client.storage.from('papers').download(nameOf(words))
    if (paper.error) throw paper.error
    if ((await paper.data.text()) !== contentOf(words)) throw new Error(`The paper of ${words} is another`)
  }
  return notes.map(({ words }) => words)
}
