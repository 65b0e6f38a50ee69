/**
 * The words of a push message, in the language of whom it is for. Never a word of a private message: that goes along as it
 * lies, sealed, and what is shown of it is cut where it is opened (spec §9).
 */
import {
  firstCharacters,
  notificationPath,
  type PushMessage,
  type PushedMessage,
} from '../_shared/contract/src/index.ts'
import { wordDigest } from '../_shared/notices/word-digest.ts'
import { wordNotice } from '../_shared/notices/word-notice.ts'
import type { PushJob } from './push-job.ts'

const maxTitle = 100
const maxExcerpt = 120
/** What is left of a record of 4096 bytes (RFC 8291). */
const maxBytes = 3993

const newMessage = { fr: 'Nouveau message', en: 'New message' }

export function wordPush(job: PushJob): PushMessage {
  const language = job.language ?? 'fr'
  const title = wordNotice(job, language) || 'Cortexia'
  const body = job.type === 'message' ? newMessage[language] : (job.excerpt ?? job.body)
  const words = job.digest ? wordDigest(job.digest, language, job.data['held'] === true) : { title, body }
  return enclose(job.message, {
    title: firstCharacters(words.title, maxTitle),
    body: firstCharacters(words.body, maxExcerpt),
    tag: job.notification_id,
    path: notificationPath(job.type, job.data),
    unread: job.unread,
    user_id: job.user_id,
  })
}

/** Of the message as much as there is room for: without its epoch, which most devices know; or not at all. */
function enclose(message: PushJob['message'], words: PushMessage): PushMessage {
  if (message === null) return words
  const { row, wrap } = message
  const smaller: PushedMessage = { row, wrap }
  return (
    [
      { ...words, message },
      { ...words, message: smaller },
    ].find(fits) ?? words
  )
}

const fits = (message: PushMessage) => new TextEncoder().encode(JSON.stringify(message)).length <= maxBytes
