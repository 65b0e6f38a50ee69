/** Stripe's wire as far as withdrawals need it: what the pinned package asks for over HTTP is kept, counted and answered. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Transfer {
  readonly id: string
  readonly object: 'transfer'
  readonly livemode: false
  readonly amount: number
  readonly currency: string
  readonly destination: string
  readonly transfer_group: string
  reversed: boolean
}

type Answer = readonly [status: number, body: object]

const failure = (status: number, code: string): Answer => [
  status,
  { error: { type: 'invalid_request_error', code, message: code } },
]

export class StripeStandIn implements AsyncDisposable {
  readonly #server: Server
  readonly transfers: Transfer[] = []
  readonly asked: string[] = []
  readonly #byKey = new Map<string, Transfer>()
  readonly accounts = new Map<string, { isReady: boolean; bank: string; last4: string; failed: string | null }>()
  /** In cents: what the platform has there. */
  funds = 10_000_000
  /** What comes of the next requests, by turns: the answer, none although it was done, or none and nothing done. */
  fate: () => 'answered' | 'done and lost' | 'lost' = () => 'answered'

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  static async open(): Promise<StripeStandIn> {
    const standIn = new StripeStandIn()
    await new Promise<void>((resolve) => {
      standIn.#server.listen(0, '127.0.0.1', resolve)
    })
    return standIn
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request))
    const fate = this.fate()
    const address = new URL(request.url ?? '/', this.url)
    const [status, answer] = fate === 'lost' ? [500, {}] : this.#answer(request, address, body)
    this.asked.push(`${request.method} ${address.pathname}`)
    if (fate !== 'answered') {
      response.destroy()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
    response.end(JSON.stringify(answer))
  }

  #answer({ method, headers }: IncomingMessage, { pathname, searchParams }: URL, body: URLSearchParams): Answer {
    const account = /^\/v1\/accounts\/(.+)$/.exec(pathname)?.[1]
    if (account !== undefined) return this.#account(account)
    switch (`${method} ${pathname}`) {
      case 'POST /v1/accounts':
        return this.#open(`acct_${body.get('metadata[person]')?.replaceAll('-', '')}`)
      case 'POST /v1/account_links':
        return [200, { object: 'account_link', url: `https://connect.stripe.com/setup/e/${body.get('account')}` }]
      case 'GET /v1/payouts':
        return this.#payouts(String(headers['stripe-account']))
      case 'GET /v1/transfers':
        return this.#list(searchParams.get('transfer_group'))
      case 'POST /v1/transfers':
        return this.#transfer(String(headers['idempotency-key']), body)
      default:
        return failure(404, 'resource_missing')
    }
  }

  #open(id: string): Answer {
    if (!this.accounts.has(id)) this.accounts.set(id, { isReady: false, bank: '', last4: '', failed: null })
    return this.#account(id)
  }

  #account(id: string): Answer {
    const kept = this.accounts.get(id)
    if (!kept) return failure(404, 'resource_missing')
    const { isReady, bank, last4 } = kept
    const banks = bank === '' ? [] : [{ id: bank, object: 'bank_account', last4 }]
    return [
      200,
      {
        id,
        object: 'account',
        payouts_enabled: isReady,
        capabilities: { transfers: isReady ? 'active' : 'pending' },
        external_accounts: { object: 'list', data: banks, has_more: false },
      },
    ]
  }

  #payouts(account: string): Answer {
    const failed = this.accounts.get(account)?.failed ?? null
    const data = failed === null ? [] : [{ id: failed, object: 'payout', status: 'failed' }]
    return [200, { object: 'list', data, has_more: false }]
  }

  #list(group: string | null): Answer {
    const data = this.transfers.filter(({ transfer_group: of }) => of === group)
    return [200, { object: 'list', data, has_more: false }]
  }

  #transfer(key: string, body: URLSearchParams): Answer {
    const earlier = this.#byKey.get(key)
    if (earlier) return [200, earlier]
    const amount = Number(body.get('amount'))
    const destination = String(body.get('destination'))
    if (this.accounts.get(destination)?.isReady !== true) return failure(400, 'insufficient_capabilities_for_transfer')
    if (amount > this.funds) return failure(400, 'balance_insufficient')
    this.funds -= amount
    const made: Transfer = {
      id: `tr_${this.transfers.length + 1}`,
      object: 'transfer',
      livemode: false,
      amount,
      currency: String(body.get('currency')),
      destination,
      transfer_group: String(body.get('transfer_group')),
      reversed: false,
    }
    this.transfers.push(made)
    this.#byKey.set(key, made)
    return [200, made]
  }

  /** Their keys are forgotten after a day. */
  forgetKeys(): void {
    this.#byKey.clear()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }
}
