/** A file of an order goes in by the function that looks at its bytes. */
import { FunctionErrorBody, type CommissionFile, type FunctionErrorCode, type LikenessAnswer } from '@product/contract'
import * as v from 'valibot'

import { supabase } from '#data/supabase.ts'

class FileRefused extends Error {
  override readonly name = 'FileRefused'
  readonly code: FunctionErrorCode | 'network'

  constructor(code: FunctionErrorCode | 'network') {
    super(`The file was not taken: ${code}`)
    this.code = code
  }
}

export interface SentFile {
  order: string
  kind: CommissionFile['kind']
  file: File
  /** Who is in a reference, as its client says. */
  shows?: LikenessAnswer | null
}

export async function sendFile({ order, kind, file, shows }: SentFile): Promise<CommissionFile> {
  const { functions } = await supabase()
  const search = new URLSearchParams({ commission: order, kind, name: file.name, ...(shows && { shows }) })
  const { data, error } = await functions.invoke<CommissionFile>(`commission-files?${search}`, {
    body: file,
    headers: { 'Content-Type': typeOf(file) },
  })
  if (error === null && data !== null) return data
  const { context } = (error ?? {}) as { context?: unknown }
  if (!(context instanceof Response)) throw new FileRefused('network')
  const refusal = v.safeParse(FunctionErrorBody, await context.json().catch(() => null))
  throw new FileRefused(refusal.success ? refusal.output.code : 'network')
}

/** Some systems call a zip by an older name, or do not know it at all. */
function typeOf({ type, name }: File): string {
  return /zip/u.test(type) || (type === '' && name.endsWith('.zip')) ? 'application/zip' : type
}
