/**
 * POST payout-account: whether what one earns can go to a bank here, `{is_offered, countries, is_ready, is_begun}`; one's account is
 * read anew at its provider. With `country` it is opened, once, and the answer says where one tells the provider who one is,
 * `{url}`. 403 `aal2_required` where a second factor exists and was not used, 404 `not_found` where banks are not offered.
 */
import * as v from 'valibot'

import { callerOf, serviceClient, type Caller } from '../_shared/clients.ts'
import { bankCountries } from '../_shared/contract/src/index.ts'
import { parseRequest } from '../_shared/parse-request.ts'
import { believeAccount } from '../_shared/payments/payouts/believe-account.ts'
import { ProviderError, type Accounts } from '../_shared/payments/provider.ts'
import { bankProvider } from '../_shared/payments/providers.ts'
import { publicUrl } from '../_shared/public-url.ts'
import { answerPost, FunctionError, json, readJson } from '../_shared/respond.ts'
import { callRpc, RpcError } from '../_shared/rpc.ts'

interface KeptAccount {
  readonly ref: string
  readonly is_ready: boolean
}

declare module '../_shared/rpc.ts' {
  interface RpcAnswers {
    bank_account_of: KeptAccount | null
  }
}

const Asked = v.object({ country: v.optional(v.picklist(bankCountries)) })

async function answer(request: Request): Promise<Response> {
  const caller = await callerOf(request)
  if (caller === null) throw new FunctionError(401, 'not_authenticated', 'Non autorisé')
  const { country } = parseRequest(Asked, await readJson(request))
  const accounts = bankProvider()?.accounts
  if (country !== undefined) {
    if (!accounts) throw new FunctionError(404, 'not_found', 'Banks are not paid here')
    const { origin } = new URL(publicUrl(request.url))
    return json({ url: await reach(() => begin(caller, accounts, { country, origin })) })
  }
  const kept = accounts ? await callRpc(serviceClient(), 'bank_account_of', { p_user: caller.userId }) : null
  const isReady =
    kept !== null && accounts ? await reach(() => believeAccount(serviceClient(), accounts, kept.ref)) : false
  return json({
    is_offered: accounts !== undefined,
    countries: bankCountries,
    is_begun: kept !== null,
    is_ready: isReady,
  })
}

async function begin(
  { client, userId }: Caller,
  accounts: Accounts,
  { country, origin }: { readonly country: string; readonly origin: string },
): Promise<string> {
  await callRpc(client, 'check_payout_strength', {}).catch(refuse)
  const service = serviceClient()
  const kept = await callRpc(service, 'bank_account_of', { p_user: userId })
  const opened = kept?.ref ?? (await accounts.open(userId, country))
  const ref = await callRpc(service, 'keep_bank_account', { p_user: userId, p_account: opened, p_country: country })
  return accounts.link(ref, `${origin}/earnings?bank=back`)
}

function refuse(error: unknown): never {
  if (error instanceof RpcError && error.hint === 'aal2_required')
    throw new FunctionError(403, 'aal2_required', 'The second factor is needed')
  throw error
}

/** A provider that does not answer is no fault of whoever asks. */
async function reach<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError)
      throw new FunctionError(503, 'operator_down', 'The bank’s side does not answer just now', { retryAfter: 60 })
    throw error
  }
}

export default { fetch: (request: Request) => answerPost(request, answer) }
