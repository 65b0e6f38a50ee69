/** What people are told: the kinds, and the call send-notification (spec §7). */
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
  'post',
  'search',
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

/** Characters of a body as people count them (spec §9). */
const maxNoticeBody = 50

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
