/** What an archive holds: every table with rows of somebody as JSON, then every file of theirs. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly input: Uint8Array<ArrayBuffer>
  readonly isPicture: boolean
}

interface StoredFile {
  readonly bucket: string
  readonly path: string
}

const filesAtOnce = 500

const readme = `Cortexia

FR — Vos données : un fichier JSON par sujet dans « data », vos images dans « files ».
Les adresses d'autres personnes, leurs blocages et leurs signalements n'y sont pas : ce sont leurs données.

EN — Your data: one JSON file per subject in "data", your pictures in "files".
`

export async function* archiveEntries(service: SupabaseClient, person: string): AsyncGenerator<ArchiveEntry> {
  yield entry('LISEZMOI.txt', readme)
  yield entry('data/account.json', JSON.stringify(await accountOf(service, person), null, 2))
  for (const table of await callRpc(service, 'personal_tables', {})) {
    const rows = await callRpc(service, 'personal_rows', { p_user: person, p_table: table })
    if (rows.length > 0) yield entry(`data/${table}.json`, JSON.stringify(rows, null, 2))
  }
  for await (const { bucket, path } of filesOf(service, person)) {
    const { data } = await service.storage.from(bucket).download(path)
    // NOTE: null for one that was thrown away meanwhile.
    if (data === null) continue
    const name = `files/${bucket}/${path.slice(person.length + 1)}`
    yield { name, input: new Uint8Array(await data.arrayBuffer()), isPicture: true }
  }
}

/** What auth knows: addresses, ways to sign in, dates. */
async function accountOf(service: SupabaseClient, person: string): Promise<object> {
  const { data, error } = await service.auth.admin.getUserById(person)
  if (error) throw error
  const { email, phone, created_at, last_sign_in_at, user_metadata, identities } = data.user
  return { id: person, email, phone, created_at, last_sign_in_at, user_metadata, identities }
}

async function* filesOf(service: SupabaseClient, person: string): AsyncGenerator<StoredFile> {
  let last: StoredFile | undefined
  for (;;) {
    const page = { p_after_bucket: last?.bucket ?? '', p_after_path: last?.path ?? '', p_limit: filesAtOnce }
    const files = await callRpc(service, 'files_of_person', { p_user: person, ...page })
    // NOTE: earlier archives, and what was handed over as a reference for a day, are no data of their own.
    yield* files.filter(({ bucket }) => bucket !== 'exports' && !bucket.startsWith('temp-'))
    last = files.at(-1)
    if (files.length < filesAtOnce) return
  }
}

function entry(name: string, text: string): ArchiveEntry {
  return { name, input: new TextEncoder().encode(text), isPicture: false }
}
