/** What people are told: the kinds, where each leads, and the call send-notification (spec §7). */
import * as v from 'valibot'

export const notificationTypes = [
  'like',
  'comment',
  'follow',
  'message',
  'mention',
  'remix',
  'tip',
  'generation',
  'payment',
  'payout',
  'commission',
  'moderation',
  'system',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** On the private channel `user:{id}`; a hint that may be lost: the rows are the truth. */
export const notificationEvent = 'notification'
export const NotificationNews = v.object({
  /** Groups that are unread now, up to 1000. */
  unread: v.number(),
  /** What is new; without it something was read or taken back. */
  id: v.optional(v.string()),
  type: v.optional(v.string()),
})

/** A push message, decrypted: what the service worker shows. */
export const PushMessage = v.object({
  title: v.string(),
  body: v.string(),
  /** Same for the same group: the later one takes the place of the earlier one. */
  tag: v.string(),
  /** A path of this origin. */
  path: v.string(),
  unread: v.number(),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

/** Characters of a body as people count them (spec §9). */
export const maxNoticeBody = 50

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

const unseen = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu
const plain = v.transform((text: string) => text.replace(unseen, ' ').trim())
const words = (most: number) => v.pipe(v.string(), v.maxLength(most), v.check(isWellFormed), plain)
const fact = v.union([v.pipe(v.string(), v.maxLength(512), v.check(isWellFormed)), v.number(), v.boolean(), v.null()])

function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** `data` holds ids and a `url`; of the body as many characters are kept as `maxNoticeBody` says. */
export const NoticeRequest = v.object({
  userId: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  title: v.pipe(
    words(100_000),
    v.nonEmpty(),
    v.transform((text) => firstCharacters(text, 100)),
  ),
  body: v.pipe(
    v.optional(words(100_000), ''),
    v.transform((text) => firstCharacters(text, maxNoticeBody)),
  ),
  type: v.picklist(['like', 'comment', 'follow', 'message', 'mention']),
  data: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.regex(/^\w{1,40}$/)), fact),
      v.check((data) => JSON.stringify(data).length <= 2048),
    ),
    {},
  ),
})
export type NoticeRequest = v.InferOutput<typeof NoticeRequest>

/** Whole characters, as people count them: an emoji of several code points is one; at most four code units for each. */
export function firstCharacters(text: string, count: number): string {
  let kept = ''
  let taken = 0
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, count * 64))) {
    if (taken === count || kept.length + segment.length > count * 4) break
    kept += segment
    taken += 1
  }
  return kept
}
