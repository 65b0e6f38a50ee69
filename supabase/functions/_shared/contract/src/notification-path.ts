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
}

/** A path of our own origin, and nothing that a browser reads as another host: `//evil`, `/\evil`, a tab between. */
export function isOwnPath(path: string): boolean {
  return path.length <= 512 && /^\/(?![/\\])[^\s\\\p{C}]*$/u.test(path)
}

/** Where somebody goes who follows a notification. */
export function notificationPath(type: string, data: Readonly<Record<string, unknown>>): string {
  const id = (name: string) => (typeof data[name] === 'string' ? encodeURIComponent(data[name]) : null)
  if (typeof data['url'] === 'string' && isOwnPath(data['url'])) return data['url']
  const post = id('post_id')
  const comment = id('comment_id')
  if (post !== null) return `/post/${post}${comment === null ? '' : `?comment=${comment}`}`
  const conversation = id('conversation_id')
  if (conversation !== null) return `/messages?conversation=${conversation}`
  if (type === 'generation') return data['status'] === 'succeeded' ? '/?modal=images' : '/?modal=create'
  if (type === 'payment' || type === 'tip') return '/credits'
  if (type === 'payout') return '/earnings'
  return type === 'commission' ? '/commissions' : '/notifications'
}
