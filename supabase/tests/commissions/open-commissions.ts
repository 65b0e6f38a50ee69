/** Orders as people and servers use them: over the payments, by the doors alone. */
import { randomUUID } from 'node:crypto'

import type pg from 'pg'
import * as v from 'valibot'

import type { Receipt, Billing } from '../billing/open-billing.ts'
import { commissionAnswerSchemas } from '../database/commission-answer-schemas.ts'
import { openRoyalties, type Royalties } from '../earnings/open-royalties.ts'

export type Side = 'client' | 'creator'

export interface Order {
  readonly id: string
  readonly status: string
  readonly version: number
  readonly terms: number
  readonly current: number | null
  readonly milestones: readonly {
    id: string
    amount: number
    state: string
    to_creator: number | null
    fee: number | null
    back: number | null
  }[]
  readonly may: readonly string[]
  readonly files: readonly {
    id: string
    kind: string
    state: string
    path: string | null
    preview_path: string | null
  }[]
  readonly events: readonly { what: string; by: string; from: string | null; to: string }[]
  readonly points: readonly { id: string; kind: string; is_done: boolean }[]
  readonly revisions: { sketch: number; final: number }
  readonly guaranteed_at: string | null
  readonly accepts_at: string | null
  readonly starts_from: string | null
  readonly refund: { amount: number; state: string } | null
  readonly histories: Record<Side, object> | null
  readonly dispute: { ruling: { percent: number } | null; suggestion: number; entries: unknown[] } | null
  readonly reviews: { mine: object | null; theirs: object | null; can_write: boolean }
  readonly share_offer: { percent: number; by: string } | null
  readonly licence_ready: boolean
  readonly now: string
}

export interface Parties {
  readonly client: string
  readonly creator: string
  readonly service: string
}

const brief = 'Un portrait de ma grand-mère devant la mer, à Ouidah.'

export class Commissions implements AsyncDisposable {
  readonly royalties: Royalties

  constructor(royalties: Royalties) {
    this.royalties = royalties
  }

  get billing(): Billing {
    return this.royalties.billing
  }

  person(): Promise<string> {
    return this.billing.ledger.newPerson()
  }

  /** What a function of the database answers to somebody. */
  async ask<Answer>(person: string, call: string, ...params: unknown[]): Promise<Answer> {
    const [row] = await this.billing.as<{ answer: Answer }>(person, `select public.${call} as answer`, params)
    return asDeclared(call, row!.answer)
  }

  async asStaff<Answer>(person: string, call: string, ...params: unknown[]): Promise<Answer> {
    const [row] = await this.billing.asStaff<{ answer: Answer }>(person, `select public.${call} as answer`, params)
    return asDeclared(call, row!.answer)
  }

  async asServer<Answer>(call: string, ...params: unknown[]): Promise<Answer> {
    const [row] = await this.billing.ledger.asServer<{ answer: Answer }>(`select public.${call} as answer`, params)
    return row!.answer
  }

  async creator(): Promise<{ creator: string; samples: string[] }> {
    const creator = await this.person()
    const samples: string[] = []
    for (let made = 0; made < 3; made += 1) samples.push(await this.royalties.publish(creator))
    await this.billing.as(creator, 'select public.activate_creator()')
    return { creator, samples }
  }

  serviceDetails(samples: readonly string[], given: object = {}): object {
    const plain = { title: 'Portraits', description: 'Un portrait à partir de vos photos.', mode: 'proposal' }
    return { ...plain, price_from: 5000, days: 10, rights: 'perso', ai_share: 'mixed', slots: 3, samples, ...given }
  }

  async service(given: object = {}): Promise<{ creator: string; service: string }> {
    const { creator, samples } = await this.creator()
    const details = JSON.stringify(this.serviceDetails(samples, given))
    const { id } = await this.ask<{ id: string }>(creator, 'save_service($1)', details)
    return { creator, service: id }
  }

  async parties(given: object = {}): Promise<Parties> {
    const { creator, service } = await this.service(given)
    return { client: await this.person(), creator, service }
  }

  request({ client, service }: Parties, given: object = {}, id: string = randomUUID()): Promise<Order> {
    const wish = JSON.stringify({ brief, ...given })
    return this.ask(client, 'request_commission($1, $2, $3)', id, service, wish)
  }

  read(person: string, order: string): Promise<Order> {
    return this.ask(person, 'read_commission($1)', order)
  }

  /** Takes a step with the version that stands now, unless another one is given. */
  async step(
    person: string,
    order: string,
    step: string,
    { version, key, ...details }: { version?: number; key?: string } & Record<string, unknown> = {},
  ): Promise<Order> {
    const seen = version ?? (await this.read(person, order)).version
    const given = [order, step, seen, JSON.stringify(details), key ?? null]
    return this.ask(person, 'commission_step($1, $2, $3, $4, $5)', ...given)
  }

  propose({ creator }: Parties, order: string, amounts: readonly number[] = [10_000], days = 10): Promise<Order> {
    const milestones = amounts.map((amount, place) => ({ title: `Étape ${place + 1}`, amount, days }))
    return this.step(creator, order, 'propose', { scope: 'Un portrait en pied, 2000 pixels.', milestones })
  }

  /** Starts paying the milestone that is to be paid. */
  async opened(client: string, order: Order, given: object = {}): Promise<Receipt & { ref: string }> {
    const milestone_id = order.milestones[(order.current ?? 1) - 1]!.id
    const unused = { price_id: undefined }
    return this.billing.opened(client, { ...unused, milestone_id, terms: order.terms, ...given })
  }

  async pay(client: string, order: Order, given: object = {}): Promise<Receipt & { ref: string }> {
    const opened = await this.opened(client, order, given)
    await this.billing.believe(opened, { status: 'paid' })
    return opened
  }

  /** A file of somebody's, whose bytes were looked at and stored; a final with its preview. */
  async file(person: string, order: string, kind: string, { hasPreview = true } = {}): Promise<string> {
    const sha256 = randomUUID().replaceAll('-', '').repeat(2)
    const about = { kind, name: 'image.png', type: 'image/png', bytes: 1000, sha256, entries: null }
    const added = await this.asServer<{ file_id: string; path: string }>(
      'add_commission_file($1, $2, $3)',
      person,
      order,
      JSON.stringify(about),
    )
    await this.asServer('store_commission_file($1)', added.file_id)
    if (kind === 'final' && hasPreview)
      await this.asServer('note_preview($1, $2)', added.file_id, `${order}/preview/${added.file_id}`)
    return added.file_id
  }

  /** An order with these two at that place of its way. */
  async at(status: string, parties: Parties, amounts: readonly number[] = [10_000]): Promise<Order> {
    const { client, creator } = parties
    const asked = await this.request(parties)
    if (status === 'requested') return asked
    if (status === 'declined') return this.step(creator, asked.id, 'decline')
    const proposed = await this.propose(parties, asked.id, amounts)
    if (status === 'proposed') return proposed
    if (status === 'canceled') return this.step(client, proposed.id, 'cancel')
    await this.pay(client, proposed)
    return this.#paidUntil(status, parties, proposed.id)
  }

  async #paidUntil(status: string, { client, creator }: Parties, order: string): Promise<Order> {
    if (status === 'funded') return this.read(client, order)
    const begun = await this.step(creator, order, 'start')
    if (status === 'in_progress') return begun
    if (status === 'refunded') return this.step(creator, order, 'refund')
    if (status === 'disputed') return this.step(client, order, 'dispute', { reason: 'quality', words: 'Trop sombre.' })
    return this.#deliveredUntil(status, { client, creator }, order)
  }

  async #deliveredUntil(status: string, { client, creator }: Omit<Parties, 'service'>, order: string): Promise<Order> {
    const delivered = await this.deliver(creator, order)
    if (status === 'delivered') return delivered
    if (status === 'accepted') return this.step(client, order, 'accept')
    if (status === 'revision') return this.step(client, order, 'revise', { points: ['Les yeux plus clairs'] })
    if (status !== 'settled') throw new Error(`No way leads to ${status}`)
    await this.step(creator, order, 'offer_share', { percent: 40 })
    return this.step(client, order, 'answer_share', { yes: true, percent: 40 })
  }

  async deliver(creator: string, order: string): Promise<Order> {
    return this.step(creator, order, 'deliver', { files: [await this.file(creator, order, 'final')] })
  }

  /** Everything that is due, by so many processes at once. */
  async advance(processes = 1): Promise<void> {
    await Promise.all(Array.from({ length: processes }, () => this.asServer('advance_commissions(100)')))
  }

  /** Where the francs are, of everybody together or of one. */
  async francs(owner: string): Promise<Record<string, number>> {
    const rows = await this.billing.ledger.asOwner<{ kind: string; francs: string }>(
      `select a.kind, sum(e.amount)::text as francs from ledger.accounts a join ledger.entries e on e.account_id = a.id
       where a.owner = $1 and a.asset = 'XOF' group by a.kind`,
      [owner],
    )
    return Object.fromEntries(rows.map(({ kind, francs }) => [kind, Number(francs)]).filter(([, sum]) => sum !== 0))
  }

  /** The provider has sent back what was on its way. */
  async sendRefunds(): Promise<number> {
    const due = await this.billing.ledger.asServer<{
      refund_id: string
      provider_ref: string
      amount: string
      currency: string
    }>('select * from public.claim_refunds(100)')
    for (const { provider_ref: ref } of due) {
      const [paid] = await this.billing.ledger.asOwner<{
        amount: string
        refunded: string
        currency: string
        back: string
      }>(
        `select p.amount, p.refunded, p.currency, r.amount as back from billing.payments p
         join billing.attempts a on a.payment_id = p.id join billing.refunds r on r.payment_id = p.id and r.closed_at is null
         where a.provider_ref = $1`,
        [ref],
      )
      const truth = {
        status: 'paid',
        currency: paid!.currency,
        amount: Number(paid!.amount),
        realm: 'test',
        raw: 'refunded',
      }
      const refunded = Number(paid!.refunded) + Number(paid!.back)
      await this.asServer(
        `apply_payment_truth('sandbox', $1, null, $2)`,
        ref,
        JSON.stringify({ ...truth, refunded, fee: null, reason: null }),
      )
    }
    return due.length
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.royalties[Symbol.asyncDispose]()
  }
}

const declared: ReadonlyMap<string, v.GenericSchema> = new Map(Object.entries(commissionAnswerSchemas))

/** What is answered is what is declared of it, in whatever state. */
function asDeclared<Answer>(call: string, answer: Answer): Answer {
  const schema = declared.get(call.split('(')[0]!)
  const problem = schema && v.safeParse(schema, answer).issues?.[0]
  if (problem) throw new Error(`${call}: ${v.getDotPath(problem)}: ${problem.message} ${JSON.stringify(answer)}`)
  return answer
}

export const openCommissions = async (): Promise<Commissions> => new Commissions(await openRoyalties())

/** The hint of a refusal with its detail: what an app tells one from another by. */
export async function detailOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
  } catch (error) {
    return (error as pg.DatabaseError).detail
  }
  return undefined
}
