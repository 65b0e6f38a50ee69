/** Remixes that were paid for, over the payments: publications in chains, captures, nights. */
import { randomUUID } from 'node:crypto'

import { openBilling, type Billing } from '../billing/open-billing.ts'

export interface RoyaltyLine {
  readonly level: number
  readonly beneficiary: string | null
  readonly milli: number
  readonly skipped: string | null
}

export class Royalties implements AsyncDisposable {
  readonly billing: Billing

  constructor(billing: Billing) {
    this.billing = billing
  }

  /** A publication of somebody, after another one or none; answers its id. */
  async publish(person: string, parent: string | null = null): Promise<string> {
    const path = `${person}/${randomUUID()}.webp`
    const url = `http://localhost:3000/storage/v1/object/public/generated-images/${path}`
    const [made] = await this.billing.ledger.asOwner<{ id: string }>(
      `with made as (
         insert into public.generations (user_id, prompt, mode, engine, status, parent_post_id)
         values ($1, 'Été à Ouidah, face à la mer', 'enhanced', 'builtin', 'succeeded', $2) returning id)
       insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
       select id, $1, 1, 'generated-images', $3, $4, 800, 600, 1000, 'abc' from made returning id`,
      [person, parent, path, url],
    )
    if (!made) throw new Error('No picture was made')
    const [post] = await this.billing.as<{ id: string }>(
      person,
      `insert into public.feed_posts (creator_id, prompt, image_url) values ($1, 'Été à Ouidah, face à la mer', $2) returning id`,
      [person, url],
    )
    return post!.id
  }

  /** Somebody orders a remix of it and it is captured, so many of its credits paid ones; answers the generation. */
  async remix(person: string, post: string, credits = 1): Promise<string> {
    const [made] = await this.billing.ledger.asOwner<{ id: string }>(
      `insert into public.generations (user_id, prompt, mode, engine, status, parent_post_id)
       values ($1, 'Été à Ouidah, face à la mer', 'enhanced', 'builtin', 'succeeded', $2) returning id`,
      [person, post],
    )
    await this.billing.ledger.asOwner('select app.accrue_royalties($1, $2)', [made!.id, credits])
    return made!.id
  }

  async linesOf(generation: string): Promise<RoyaltyLine[]> {
    const rows = await this.billing.ledger.asOwner<RoyaltyLine & { milli: string }>(
      'select level, beneficiary, milli, skipped from billing.royalties where generation_id = $1 order by level',
      [generation],
    )
    return rows.map(({ level, beneficiary, milli, skipped }) => ({ level, beneficiary, milli: Number(milli), skipped }))
  }

  /** The clock goes on by a day, and what was accrued until then is posted by so many at once. */
  async night(posters = 1): Promise<void> {
    await this.billing.move('1 day')
    const post = async () => {
      const call = 'select public.post_royalties(20) as people'
      for (;;) {
        const [row] = await this.billing.ledger.asServer<{ people: number }>(call)
        if (row!.people === 0) return
      }
    }
    await Promise.all(Array.from({ length: posters }, post))
  }

  async release(): Promise<void> {
    await this.billing.ledger.asServer('select public.release_earnings(1000)')
  }

  /** In francs, by place. */
  async francsOf(person: string): Promise<{ pending: number; available: number; on_its_way: number; milli: number }> {
    const [row] = await this.billing.as<{ sums: Record<string, number> }>(
      person,
      'select public.earnings_summary() as sums',
    )
    const { pending, available, on_its_way, milli_to_post } = row!.sums
    return { pending: pending!, available: available!, on_its_way: on_its_way!, milli: milli_to_post! }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.billing[Symbol.asyncDispose]()
  }
}

export const openRoyalties = async (): Promise<Royalties> => new Royalties(await openBilling())
