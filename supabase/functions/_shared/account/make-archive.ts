/** One archive of somebody's data, in as many ZIP files as storage takes. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { downloadZip } from 'client-zip'

import { callRpc } from '../rpc.ts'
import { archiveEntries, type ArchiveEntry } from './archive-entries.ts'

export interface DataExport {
  readonly id: string
  readonly user_id: string
}

declare module '../rpc.ts' {
  interface RpcAnswers {
    claim_data_export: DataExport | { readonly id: null } | null
  }
}

/** Well below what storage takes of one file, and what this process can hold besides its other work. */
const partBytes = 24 * 1024 * 1024
const heldEveryMs = 30_000

/** Ends without a word where the lease was lost: whoever has it now writes the same files. */
export async function makeArchive(service: SupabaseClient, { id, user_id: person }: DataExport): Promise<void> {
  const paths: string[] = []
  let part: ArchiveEntry[] = []
  let bytes = 0
  let pictures = 0
  let heldAt = Date.now()

  const close = async () => {
    const file = await downloadZip(part).arrayBuffer()
    const path = `${person}/${paths.length === 0 ? id : `${id}-${paths.length + 1}`}.zip`
    const options = { contentType: 'application/zip', upsert: true }
    const { error } = await service.storage.from('exports').upload(path, file, options)
    if (error) throw error
    paths.push(path)
    bytes += file.byteLength
    part = []
  }

  for await (const entry of archiveEntries(service, person)) {
    if (part.length > 0 && sizeOf(part) + entry.input.byteLength > partBytes) await close()
    part.push(entry)
    if (entry.isPicture) pictures += 1
    if (Date.now() - heldAt > heldEveryMs) {
      heldAt = Date.now()
      if (!(await callRpc(service, 'hold_data_export', { p_id: id }))) return
    }
  }
  await close()
  await callRpc(service, 'finish_data_export', { p_id: id, p_paths: paths, p_bytes: bytes, p_pictures: pictures })
}

const sizeOf = (part: readonly ArchiveEntry[]) => part.reduce((sum, { input }) => sum + input.byteLength, 0)
