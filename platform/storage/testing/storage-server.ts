/** storage/v1 on a port of its own, with a database and a disk of its own, for the official client. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { databaseMigrations } from '@platform/database'
import { createHttpServer, TokenError, type HttpServer, type Identify } from '@platform/http'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import {
  diskBlobStore,
  storageMigrations,
  type BlobFamily,
  type BlobKey,
  type BlobStore,
  type EdgeSettings,
  type StorageEvent,
  type StorageSettings,
} from '../src/index.ts'
import { storagePlugin } from '../src/wire.ts'

export interface StorageServer extends AsyncDisposable {
  readonly url: string
  readonly database: TestDatabase
  readonly blobs: BlobStore
  /** The folder that the blobs lie in. */
  readonly folder: string
  readonly events: StorageEvent[]
  /** The official client's storage, as that user, as the service, or as nobody in particular. */
  as(who: string): SupabaseClient['storage']
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Keys of all blobs of that family. */
  keysOf(family: BlobFamily): Promise<BlobKey[]>
}

export interface ServerOptions {
  readonly config?: StorageSettings
  readonly edge?: EdgeSettings
  readonly fixtures?: string
  /** Another store than the disk. */
  readonly blobs?: BlobStore
  /** A database and a disk that another server of the same test has. */
  readonly beside?: Pick<StorageServer, 'database' | 'blobs' | 'folder'>
  readonly trustProxy?: boolean
  readonly wrapBlobs?: (blobs: BlobStore) => BlobStore
  readonly isReadOnly?: () => boolean
  /** The S3 protocol, with the pair and the secret below. */
  readonly speaksS3?: boolean
}

export const servicePair = { accessKeyId: 'bookshop', secretAccessKey: 'a pair of the bookshop itself' }
/** What every client has; who signs with it brings a token. */
export const publicKey = 'the key of every client'

export const ada = 'a0000000-0000-4000-8000-00000000000a'
export const bob = 'b0000000-0000-4000-8000-00000000000b'

/** Tokens of these tests: the claims themselves. */
export function tokenFor(who: string): string {
  const claims = who === 'anon' || who === 'service_role' ? { role: who } : { role: 'authenticated', sub: who }
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}

const identify: Identify = async (headers) => {
  const token = headers.authorization?.replace('Bearer ', '') ?? String(headers['apikey'])
  try {
    const claims = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>
    return { role: String(claims['role']), claims, token }
  } catch (error) {
    throw new TokenError('malformed', 'Invalid Compact JWS', error)
  }
}

async function openStores({ fixtures = '', blobs, wrapBlobs = (plain) => plain }: ServerOptions) {
  const migrations = [databaseMigrations, storageMigrations]
  const database = await createTestDatabase({ migrations, fixtures: bookshop + fixtures })
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  return { database, folder, blobs: wrapBlobs(blobs ?? (await diskBlobStore(folder))) }
}

export async function startStorage(options: ServerOptions = {}): Promise<StorageServer> {
  const { beside, trustProxy = false } = options
  const { database, folder, blobs } = beside ?? (await openStores(options))
  const events: StorageEvent[] = []
  const http = createHttpServer({
    crossOrigin: {
      prefixes: ['/storage/v1'],
      ownPreflights: options.speaksS3 === true ? ['/storage/v1/s3'] : [],
    },
    https: false,
    trustProxy: trustProxy ? 1 : false,
    observe: () => {},
  })
  const { isReadOnly = () => false } = options
  const plugin = storagePlugin({
    databases: { ...pick(database), isReadOnly },
    identify,
    blobs,
    signingSecret: 'a secret of the bookshop, for signed addresses only',
    observe: (event) => events.push(event),
    ...(options.config && { config: options.config }),
    s3Keys: options.speaksS3 === true ? { service: servicePair, sessionSecrets: [publicKey] } : null,
    edge: options.edge ?? null,
  })
  await http.fastify.register(plugin, { prefix: '/storage/v1' })
  return serve(http, { database, blobs, folder, events, isGuest: beside !== undefined })
}

interface Parts extends Pick<StorageServer, 'database' | 'blobs' | 'folder' | 'events'> {
  /** What it works with is another server's. */
  readonly isGuest: boolean
}

async function serve(http: HttpServer, parts: Parts): Promise<StorageServer> {
  const { database, blobs, folder, isGuest } = parts
  const { port } = await http.claim({ host: '127.0.0.1', port: 0 })
  await http.open()
  const origin = `http://127.0.0.1:${port}`
  return {
    url: `${origin}/storage/v1`,
    ...parts,
    as: (who) => clientFor(origin, who).storage,
    fetch: (path, init) => fetch(`${origin}/storage/v1${path}`, init),
    keysOf: async (family) => {
      const keys: BlobKey[] = []
      // Without the mark by which the store knows its database.
      for await (const { key } of blobs.entries(family)) if (!key.includes('/00000000-')) keys.push(key)
      return keys
    },
    [Symbol.asyncDispose]: async () => {
      // A test that failed leaves requests open: its server ends nevertheless.
      await http.close(0)
      if (isGuest) return
      await database.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const pick = ({ databases }: TestDatabase) => ({
  gateway: databases.gateway,
  system: databases.system,
  [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose](),
})

function clientFor(origin: string, who: string): SupabaseClient {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(origin, tokenFor(who), { auth })
}

/** The buckets of a bookshop: covers for everybody's eyes, manuscripts for their authors', a shelf of anything. */
const bookshop = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('covers', 'covers', true, 2097152, '{image/png,image/jpeg,image/webp}'),
    ('manuscripts', 'manuscripts', false, null, null),
    ('shelf', 'shelf', true, null, null);

  create policy "authors see their own folder" on storage.objects for select to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "authors add to their own folder" on storage.objects for insert to authenticated
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "authors replace in their own folder" on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "authors remove from their own folder" on storage.objects for delete to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);

  create policy "readers see samples" on storage.objects for select to anon
    using (bucket_id = 'manuscripts' and (storage.foldername(name))[1] = 'samples');
`
