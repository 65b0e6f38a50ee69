/**
 * POST commission-files?commission={id}&kind={kind}&name={name}, the body being the file and `Content-Type` what it is: looked
 * at before anything is stored. A reference says who is in it, `&shows=nobody|me|agreed`, unless it was said of the same
 * file before: 422 `likeness_unsaid`. 201 with the file as the order shows it.
 */
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'

import { callerOf, serviceClient } from '../_shared/clients.ts'
import { fileKinds, largest, lookAtFile, tooLarge, type FileKind } from '../_shared/commissions/look-at-file.ts'
import { LikenessAnswer, type CommissionFile } from '../_shared/contract/src/index.ts'
import { answerPost, FunctionError, json } from '../_shared/respond.ts'
import { callRpc, retry, RpcError } from '../_shared/rpc.ts'

declare module '../_shared/rpc.ts' {
  interface RpcAnswers {
    add_commission_file: { readonly file_id: string; readonly path: string }
    store_commission_file: CommissionFile
  }
}

const refusals = [
  'commission_unknown',
  'commission_state',
  'commission_not_yours',
  'file_limit',
  'likeness_unsaid',
] as const

async function take(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const asked = new URL(request.url).searchParams
  const kind = fileKinds.find((known) => known === asked.get('kind'))
  const commission = asked.get('commission') ?? ''
  if (kind === undefined || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(commission))
    throw new FunctionError(400, 'bad_request', 'Which order, and what for')
  const file = await bytesOf(request, kind)
  const said = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const seen = await lookAtFile(file, kind, said)
  const service = serviceClient()
  const shows = v.safeParse(v.nullable(LikenessAnswer), asked.get('shows'))
  if (!shows.success) throw new FunctionError(400, 'bad_request', 'Nobody, me or agreed', { field: 'shows' })
  const p_file = { ...seen, kind, name: asked.get('name') ?? '', shows: shows.output }
  const added = await admitted(() =>
    callRpc(service, 'add_commission_file', { p_user: caller.userId, p_commission: commission, p_file }),
  )
  await store(service, added.path, { file, type: seen.type })
  return json(await retry(() => callRpc(service, 'store_commission_file', { p_file: added.file_id })), 201)
}

async function bytesOf(request: Request, kind: FileKind): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > largest(kind)) throw tooLarge()
  return new Uint8Array(await request.arrayBuffer())
}

async function store(service: SupabaseClient, path: string, { file, type }: { file: Uint8Array; type: string }) {
  const { error } = await service.storage
    .from('commission-files')
    .upload(path, file, { contentType: type, upsert: true })
  if (error) throw new FunctionError(503, 'storage_failed', 'The file cannot be stored now', { cause: error })
}

async function admitted<Made>(work: () => Promise<Made>): Promise<Made> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const code = refusals.find((known) => known === error.hint)
    if (code === undefined) throw error
    throw new FunctionError(error.status, code, error.message, { cause: error })
  }
}

export default { fetch: (request: Request) => answerPost(request, take) }
