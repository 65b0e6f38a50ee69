/** Money of the embedded sandbox at the wire, for walks that are about what comes after it. */
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'

import type { RunningSystem } from '../../support/start-system.ts'

export function clientOf(system: RunningSystem, { access_token: token }: Session): SupabaseClient {
  return createClient(system.url, system.anonKey, {
    auth: { persistSession: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  })
}

/** 25 credits by Mobile Money, as payment-start does. */
export async function buy(system: RunningSystem, session: Session, number: string): Promise<void> {
  const client = clientOf(system, session)
  const body = {
    price_id: '01940000-0000-7000-8000-000000000003',
    method: { kind: 'mobile_money', operator: 'mtn_bj', number },
  }
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const { error } = await client.functions.invoke('payment-start', { body, headers })
  if (error) throw error
  await expect
    .poll(async () => (await client.from('my_balance').select('paid').single<{ paid: number }>()).data?.paid, {
      timeout: 60_000,
    })
    .toBe(25)
}

export async function moveClock(system: RunningSystem, session: Session, by: 'day' | 'month'): Promise<void> {
  const { error } = await clientOf(system, session).functions.invoke('payment-sandbox/clock', { body: { by } })
  if (error) throw error
}

/** The five that everybody begins with are spent: from now on it is bought credits that pay. */
export async function spendGifts(system: RunningSystem, session: Session): Promise<void> {
  const { functions } = clientOf(system, session)
  for (let credit = 0; credit < 5; credit += 1) {
    for (const act of ['hold', 'capture']) {
      const { error } = await functions.invoke('payment-sandbox/credits', { body: { act, key: crypto.randomUUID() } })
      if (error) throw error
    }
  }
}
