/**
 * GET credit-statement?from=2026-11-01&to=2026-11-30: one's own credits of those days as a signed PDF. For anybody:
 * POST credit-statement/verify with such a file answers {is_genuine, signed_since}, and GET credit-statement/keys the public
 * keys (RFC 8037) for whoever would rather verify it alone: Ed25519 over all bytes before the last line.
 */
import { Buffer } from 'node:buffer'

import * as v from 'valibot'

import { callerOf, serviceClient } from '../_shared/clients.ts'
import { parseRequest } from '../_shared/parse-request.ts'
import { ownSecret } from '../_shared/payments/sandbox/sandbox-keys.ts'
import { signerOf, signFile, signingKey } from '../_shared/payments/statements/signed-file.ts'
import { statementPdf } from '../_shared/payments/statements/statement-pdf.ts'
import { publicUrl } from '../_shared/public-url.ts'
import { answer, FunctionError, json } from '../_shared/respond.ts'
import { callRpc, retry, RpcError } from '../_shared/rpc.ts'

const font = new URL('../payment-receipt/receipt.ttf', import.meta.url)
const largest = 4 * 1024 * 1024

const Day = v.pipe(v.string(), v.isoDate())
const Period = v.object({ from: Day, to: Day })

async function serve(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const act = /\/credit-statement(?:\/(verify|keys))?\/?$/.exec(pathname)
  if (act === null) throw new FunctionError(404, 'not_found', 'There is nothing here')
  if (act[1] === 'verify' && request.method === 'POST') return verify(request)
  if (request.method !== 'GET') throw new FunctionError(405, 'method_not_allowed', 'A statement is read')
  return act[1] === 'keys' ? keys() : print(request, parseRequest(Period, Object.fromEntries(searchParams)))
}

async function print(request: Request, { from, to }: v.InferOutput<typeof Period>): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const statement = await callRpc(caller.client, 'statement_to_print', { p_from: from, p_to: to }).catch(tooLong)
  const { origin } = new URL(publicUrl(request.url))
  const pdf = await statementPdf(statement, { font, verifyAt: `${origin}/functions/v1/credit-statement/verify` })
  const key = signingKey(ownSecret('statements'))
  // First: whoever has the file must find its key.
  await retry(() => callRpc(serviceClient(), 'note_statement_key', { p_public_key: key.publicKey }))
  return new Response(signFile(pdf, key), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="credits-${from}-${to}.pdf"`,
      'cache-control': 'private, no-store',
    },
  })
}

async function verify(request: Request): Promise<Response> {
  const file = new Uint8Array(await request.arrayBuffer())
  if (file.length > largest) throw new FunctionError(413, 'bad_request', 'A statement is of 4 MB at most')
  const signer = signerOf(file)
  const known = (await allKeys()).find(({ public_key: key }) => key === signer)
  return json({ is_genuine: known !== undefined, signed_since: known?.since ?? null })
}

async function keys(): Promise<Response> {
  const published = (await allKeys()).map(({ public_key: key }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    use: 'sig',
    kid: key.slice(0, 16),
    x: Buffer.from(key, 'hex').toString('base64url'),
  }))
  return json({ keys: published })
}

const allKeys = () => retry(() => callRpc(serviceClient(), 'statement_keys', {}))

function tooLong(error: unknown): never {
  if (!(error instanceof RpcError) || error.hint !== 'statement_period') throw error
  throw new FunctionError(422, 'bad_request', 'A statement is of a year and 5000 lines at most', { field: 'to' })
}

export default { fetch: (request: Request) => answer(request, serve) }
