/** Orders that the server has not answered yet, on this device: a reload, a crash or a lost network loses none. */
import { readFileOf, writeFileOf } from '#data/device/private-files.ts'

import type { CreationOrder } from './creation.ts'

export interface WaitingOrder {
  key: string
  order: CreationOrder
  orderedAt: number
}

const entry = 'outbox'
/** An order of another day is no longer what somebody is waiting for. */
const oldest = 24 * 60 * 60_000

export async function readOutbox(userId: string, now: number = Date.now()): Promise<WaitingOrder[]> {
  const waiting = (await readFileOf<WaitingOrder[]>(userId, entry)) ?? []
  return waiting.filter(({ orderedAt }) => now - orderedAt < oldest)
}

export function keepOrder(userId: string, order: WaitingOrder): Promise<void> {
  return change(userId, (waiting) => [...waiting.filter(({ key }) => key !== order.key), order])
}

export function dropOrder(userId: string, dropped: string): Promise<void> {
  return change(userId, (waiting) => waiting.filter(({ key }) => key !== dropped))
}

// One after another: two changes at once would lose one of them.
let last: Promise<void> = Promise.resolve()

function change(userId: string, by: (waiting: WaitingOrder[]) => WaitingOrder[]): Promise<void> {
  last = last.then(async () => writeFileOf(userId, entry, by(await readOutbox(userId))))
  return last
}
