/** Where a notification leads, and what a push message carries: also for the service worker, which loads nothing else. */

/** A push message, decrypted: what the service worker shows. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** Same for the same group: the later one takes the place of the earlier one. */
  readonly tag: string
  /** A path of this origin. */
  readonly path: string
  readonly unread: number
  /** For whom it is: a browser may have been somebody else's since. */
  readonly user_id: string
  /** Of a message, where it is small enough: as it lies in the database, for the device to open. */
  readonly message?: PushedMessage
}

export interface PushedMessage {
  readonly row: Readonly<Record<string, unknown>>
  /** The key of its epoch, wrapped for whom it is; null where there is none for their present key. */
  readonly wrap: Readonly<Record<string, unknown>> | null
  readonly epoch?: Readonly<Record<string, unknown>>
}

/** A path of our own origin, and nothing that a browser reads as another host: `//evil`, `/\evil`, a tab between. */
export function isOwnPath(path: string): boolean {
  return path.length <= 512 && /^\/(?![/\\])[^\s\\\p{C}]*$/u.test(path)
}

/** Of those that are about nothing in particular. */
const screens: ReadonlyMap<string, string> = new Map([
  ['payment', '/credits'],
  ['tip', '/earnings'],
  ['payout', '/earnings'],
  ['commission', '/commissions'],
])

/** Where somebody goes who follows a notification. */
export function notificationPath(type: string, data: Readonly<Record<string, unknown>>): string {
  if (type === 'search' && typeof data['query'] === 'string')
    return `/?modal=search&q=${encodeURIComponent(data['query'])}`
  const id = (name: string) => (typeof data[name] === 'string' ? encodeURIComponent(data[name]) : null)
  if (typeof data['url'] === 'string' && isOwnPath(data['url'])) return data['url']
  const post = id('post_id')
  const comment = id('comment_id')
  if (post !== null) return `/post/${post}${comment === null ? '' : `?comment=${comment}`}`
  const conversation = id('conversation_id')
  if (conversation !== null) return `/messages?conversation=${conversation}`
  const money = moneyPath(id('payment_id'), id('gift_id'))
  if (money !== null) return money
  if (type === 'generation') return data['status'] === 'succeeded' ? '/?modal=images' : '/?modal=create'
  return screens.get(type) ?? '/notifications'
}

function moneyPath(payment: string | null, gift: string | null): string | null {
  if (payment !== null) return `/payment/success?p=${payment}`
  return gift === null ? null : `/payment?tab=gifts&gift=${gift}`
}
