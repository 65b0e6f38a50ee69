/** Orders that the server has not answered yet, on this device: a reload, a crash or a lost network loses none. */
import { readFilesOf, writeFileOf } from '#data/device/private-files.ts'
import { isOnline, watchNetwork } from '#data/network.ts'
import { pauseAfter } from '#data/outbox/backoff.ts'
import { alone } from '#data/outbox/one-tab.ts'
import { reportWaiting } from '#data/outbox/outbox-status.ts'
import { Outbox, type OutboxSettings, type OutboxStore } from '#data/outbox/outbox.ts'
import { whenBack } from '#data/reach/coming-back.ts'
import { getSession, watchSession } from '#data/session.ts'

import type { CreationOrder } from './creation.ts'

export interface WaitingOrder {
  /** The key under which the server takes it once. */
  id: string
  order: CreationOrder
  orderedAt: number
}

interface OrderHandlers {
  send: Send
  /** It waits for the network. */
  onAway: (key: string) => void
  /** Asked for where everything that waits is listed. */
  onCancel: (key: string) => void
  onRetry: (key: string) => void
}

type Send = OutboxSettings<WaitingOrder>['send']

const prefix = 'order.'
/** An order of another day is no longer what somebody is waiting for: it is not sent without a word of theirs. */
const oldest = 24 * 60 * 60_000

let current: { userId: string; orders: Outbox<WaitingOrder> } | undefined

export function isExpired({ orderedAt }: WaitingOrder): boolean {
  return Date.now() - orderedAt >= oldest
}

/** This person's, each order a lane of its own. */
export function ordersOf(userId: string, { send, onAway, onCancel, onRetry }: OrderHandlers): Outbox<WaitingOrder> {
  if (current?.userId === userId) return current.orders
  current?.orders.close()
  const orders = openOrders(userId, send, (waiting) =>
    reportWaiting(
      'orders',
      waiting.map((one) => ({
        id: one.id,
        kind: 'order',
        words: one.order.prompt,
        at: one.orderedAt,
        state: isExpired(one) ? 'expired' : orders.isUnderWay(one.id) && isOnline() ? 'sending' : 'waiting',
        cancel: () => onCancel(one.id),
        retry: () => onRetry(one.id),
      })),
    ),
  )
  current = { userId, orders }
  const stopBack = whenBack('orders', () => flush(orders))
  const stopNetwork = watchNetwork(() => {
    if (isOnline()) return
    for (const { id } of orders.waiting) if (!orders.isUnderWay(id)) onAway(id)
  })
  const stopSession = watchSession(() => {
    const session = getSession()
    // Without a session it waits; with somebody else's it is not theirs to send.
    if (session.status !== 'signed-in' || session.user.id === userId) return
    orders.close()
    reportWaiting('orders', [])
    stopBack()
    stopNetwork()
    stopSession()
    if (current?.orders === orders) current = undefined
  })
  return orders
}

function openOrders(
  userId: string,
  send: Send,
  onChange: (waiting: readonly WaitingOrder[]) => void,
): Outbox<WaitingOrder> {
  let retry: ReturnType<typeof setTimeout> | undefined
  const orders = new Outbox<WaitingOrder>({
    store: orderStoreOf(userId),
    laneOf: ({ id }) => id,
    alone: (key, work) => alone(`cortexia.orders.${userId}.${key}`, work),
    // Its person says whether it is still wanted.
    isSendable: (order) => !isExpired(order),
    // Under the same key the server answers every tab the same, and each follows what it shows.
    isRepeatable: true,
    send,
    retryLater: (failures) => {
      clearTimeout(retry)
      retry = setTimeout(() => void flush(orders), pauseAfter(failures))
    },
    onChange,
  })
  return orders
}

/** What this tab shows; other tabs send theirs. */
async function flush(orders: Outbox<WaitingOrder>): Promise<void> {
  await Promise.all(orders.waiting.map(({ id }) => orders.flush(id)))
}

function orderStoreOf(userId: string): OutboxStore<WaitingOrder> {
  return {
    keep: async (order) => {
      if (!(await writeFileOf(userId, `${prefix}${order.id}`, order))) throw new Error('This browser keeps nothing')
    },
    drop: async ({ id }) => void (await writeFileOf(userId, `${prefix}${id}`, null)),
    read: (key = '') => readFilesOf<WaitingOrder>(userId, `${prefix}${key}`),
  }
}
