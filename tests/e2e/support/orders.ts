/** Services and orders at the wire, for walks that are about what comes after them. */
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'

import type { RunningSystem } from '../../support/start-system.ts'
import { publishPosts } from './published-posts.ts'
import { clientOf } from './sandbox-money.ts'

interface Standing {
  id: string
  status: string
  version: number
  terms: number
  milestones: { id: string }[]
}

/** An open creator with three public pictures, who makes this. */
export async function offerService(system: RunningSystem, creator: Session, given: object = {}): Promise<string> {
  const posts = await publishPosts(system, { userId: creator.user.id, count: 3 })
  const client = clientOf(system, creator)
  await client.rpc('activate_creator').throwOnError()
  const plain = { title: 'Portraits', description: 'Un portrait à partir de vos photos.', mode: 'proposal' }
  const terms = { price_from: 5000, days: 10, rights: 'perso', ai_share: 'mixed', slots: 1 }
  const details = { ...plain, ...terms, samples: posts.map(({ id }) => id), ...given }
  const { data } = await client.rpc('save_service', { details }).throwOnError()
  return (data as { id: string }).id
}

/** An order of theirs that is paid: it holds a place. */
export async function payOrder(
  system: RunningSystem,
  { client, creator, service }: { client: Session; creator: Session; service: string },
): Promise<string> {
  const [hers, theirs] = [clientOf(system, client), clientOf(system, creator)]
  const brief = 'Un portrait de ma grand-mère devant la mer, à Ouidah.'
  const request = { id: crypto.randomUUID(), service, wish: { brief } }
  const { data: asked } = await hers.rpc('request_commission', request).throwOnError()
  const order = asked as Standing
  const milestones = [{ title: 'Portrait', amount: 5000, days: 10 }]
  await stepOf(theirs, order.id, 'propose', { scope: 'Un portrait en pied.', milestones })
  const proposed = await readOrder(hers, order.id)
  const method = { kind: 'mobile_money', operator: 'mtn_bj', number: '01 00 00 00 01' }
  const body = { milestone_id: proposed.milestones[0]!.id, terms: proposed.terms, method }
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const { error } = await hers.functions.invoke('payment-start', { body, headers })
  if (error) throw error
  await expect.poll(async () => (await readOrder(hers, order.id)).status, { timeout: 60_000 }).toBe('funded')
  return order.id
}

/** Takes a step with the version that stands now. */
export async function stepOf(client: SupabaseClient, order: string, step: string, details: object = {}) {
  const { version } = await readOrder(client, order)
  await client.rpc('commission_step', { commission: order, step, version, details }).throwOnError()
}

async function readOrder(client: SupabaseClient, order: string): Promise<Standing> {
  const { data } = await client.rpc('read_commission', { commission: order }).throwOnError()
  return data as Standing
}
