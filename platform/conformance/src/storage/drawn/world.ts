/** What the drawn cases of storage/v1 are asked of: buckets as the original's, and who may do what in their folders. */
import { ada, startStorage, tokenFor, type StorageServer } from '../../../../storage/testing/storage-server.ts'

interface AskInit {
  readonly method?: string
  /** Nobody, unless somebody is named. */
  readonly as?: 'anon' | 'authenticated' | 'service_role'
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: FormData | Uint8Array
}

export interface StorageWorld extends AsyncDisposable {
  readonly server: StorageServer
  serverWith(fileSizeLimit: number): Promise<StorageServer>
  ask(path: string, init?: AskInit, at?: StorageServer): Promise<Response>
  sql(text: string): Promise<void>
}

const buckets = `
  insert into storage.buckets (id, name, public, file_size_limit) values
    ('bucket2', 'bucket2', false, null), ('bucket3', 'bucket3', false, null), ('bucket4', 'bucket4', false, null),
    ('public-bucket-2', 'public-bucket-2', true, null), ('small', 'small', true, 100), ('listed', 'listed', false, null),
    ('paged', 'paged', false, null);
  create policy "signed in: their folder" on storage.objects to authenticated
    using (bucket_id in ('bucket2', 'bucket3') and (storage.foldername(name))[1] = 'authenticated')
    with check (bucket_id in ('bucket2', 'bucket3') and (storage.foldername(name))[1] = 'authenticated');
  create policy "all: the open folder" on storage.objects to anon, authenticated
    using (bucket_id = 'bucket2' and (storage.foldername(name))[1] = 'public')
    with check (bucket_id = 'bucket2' and (storage.foldername(name))[1] = 'public');
  create policy "signed in: buckets" on storage.buckets to authenticated using (true) with check (true);
`

/** As the original tells, where ours says less unless an operator asks for it. */
const asUpstream = { answersAsUpstream: true, privateCachingAsUpstream: true }

export async function storageWorld(): Promise<StorageWorld> {
  const server = await startStorage({ fixtures: buckets, config: asUpstream })
  const servers = [server]
  return {
    server,
    async serverWith(fileSizeLimit) {
      const other = await startStorage({ fixtures: buckets, config: { fileSizeLimit, ...asUpstream } })
      servers.push(other)
      return other
    },
    ask: (path, { method = 'GET', as, headers = {}, json, body } = {}, at = server) =>
      at.fetch(path, {
        method,
        headers: {
          ...(as && { authorization: `Bearer ${tokenFor(as === 'authenticated' ? ada : as)}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(body && { body: body instanceof FormData ? body : Buffer.from(body) }),
      }),
    sql: async (text) =>
      void (await server.database.databases.system.write({ role: 'service_role', claims: {} }, (tx) => tx.query(text))),
    [Symbol.asyncDispose]: async () => {
      for (const each of servers) await each[Symbol.asyncDispose]()
    },
  }
}
