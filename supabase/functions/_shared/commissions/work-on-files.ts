/** What is done about files of orders afterwards: previews, and files whose time is over. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { callRpc } from '../rpc.ts'

const bucket = 'commission-files'

/** Answers how many were made. */
export async function makePreviews(service: SupabaseClient, atOnce: number, font: URL): Promise<number> {
  const due = await callRpc(service, 'claim_previews', { p_limit: atOnce })
  if (due.length === 0) return 0
  // NOTE: loaded when it is needed: it brings a decoder.
  const { drawPreview } = await import('./draw-preview.ts')
  for (const { file_id: id, path, number } of due) {
    const { data, error } = await service.storage.from(bucket).download(path)
    if (error) continue
    const drawn = await drawPreview(new Uint8Array(await data.arrayBuffer()), number, font).catch(() => null)
    if (drawn === null) {
      await callRpc(service, 'note_preview', { p_file: id, p_path: null })
      continue
    }
    const preview = `${path.split('/')[0] ?? ''}/preview/${id}`
    const stored = await service.storage
      .from(bucket)
      .upload(preview, drawn, { contentType: 'image/jpeg', upsert: true })
    if (!stored.error) await callRpc(service, 'note_preview', { p_file: id, p_path: preview })
  }
  return due.length
}

/** Answers how many are gone. */
export async function removeFiles(service: SupabaseClient, atOnce: number): Promise<number> {
  const old = await callRpc(service, 'commission_files_to_remove', { p_limit: atOnce })
  if (old.length === 0) return 0
  const { error } = await service.storage.from(bucket).remove(old.map(({ path }) => path))
  if (error) throw error
  const files = [...new Set(old.map(({ file_id: id }) => id))]
  await callRpc(service, 'forget_commission_files', { p_files: files })
  return files.length
}
