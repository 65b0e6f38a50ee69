/**
 * GET payment-receipt/{id}.pdf: one's own receipt or credit note (`my_receipts`) as PDF; 404 for anybody else's. The same row
 * is the same bytes.
 */
import { callerOf } from '../_shared/clients.ts'
import { receiptPdf } from '../_shared/payments/receipts/receipt-pdf.ts'
import { answer, FunctionError } from '../_shared/respond.ts'
import { callRpc, RpcError } from '../_shared/rpc.ts'

const font = new URL('./receipt.ttf', import.meta.url)

async function print(request: Request): Promise<Response> {
  if (request.method !== 'GET') throw new FunctionError(405, 'method_not_allowed', 'A receipt is read')
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const id = /\/payment-receipt\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.pdf$/.exec(
    new URL(request.url).pathname,
  )?.[1]
  if (id === undefined) notThere()
  const receipt = await callRpc(caller.client, 'receipt_to_print', { p_receipt: id }).catch((error: unknown) => {
    if (error instanceof RpcError && error.status === 404) notThere()
    throw error
  })
  const pdf = await receiptPdf(receipt, font)
  return new Response(pdf, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${receipt.number}.pdf"`,
      'cache-control': 'private, no-store',
    },
  })
}

function notThere(): never {
  throw new FunctionError(404, 'not_found', 'There is no such receipt')
}

export default { fetch: (request: Request) => answer(request, print) }
