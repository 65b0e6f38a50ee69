/**
 * GET commission-licence?commission={id}: what both of an order may do with its work, as PDF, for whichever of the two asks. 404
 * commission_unknown before anything was accepted, and for everybody else.
 */
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'

import { callerOf } from '../_shared/clients.ts'
import { licencePdf } from '../_shared/commissions/licence-pdf.ts'
import type { CommissionLicence } from '../_shared/contract/src/index.ts'
import { parseRequest } from '../_shared/parse-request.ts'
import { answer, FunctionError } from '../_shared/respond.ts'
import { callRpc, RpcError } from '../_shared/rpc.ts'

declare module '../_shared/rpc.ts' {
  interface RpcAnswers {
    commission_licence: CommissionLicence
  }
}

const font = new URL('../payment-receipt/receipt.ttf', import.meta.url)

const Asked = v.object({ commission: v.pipe(v.string(), v.uuid()) })

async function print(request: Request): Promise<Response> {
  if (request.method !== 'GET') throw new FunctionError(405, 'method_not_allowed', 'A licence is read')
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const { commission } = parseRequest(Asked, Object.fromEntries(new URL(request.url).searchParams))
  const licence = await readLicence(caller.client, commission)
  return new Response(await licencePdf(licence, font), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="licence-${licence.number}.pdf"`,
      'cache-control': 'private, no-store',
    },
  })
}

async function readLicence(client: SupabaseClient, commission: string): Promise<CommissionLicence> {
  try {
    return await callRpc(client, 'commission_licence', { commission })
  } catch (error) {
    if (!(error instanceof RpcError) || error.hint !== 'commission_unknown') throw error
    throw new FunctionError(404, 'commission_unknown', error.message, { cause: error })
  }
}

export default { fetch: (request: Request) => answer(request, print) }
