/** What a notification says of a message: the server knows nothing of it, so it is opened here (E2EE §9). */
import type { PushMessage } from '@product/contract'

import type { MessageBody } from '#crypto/rows.ts'
import type { PushedMessage } from '#crypto/worker/open-pushed.ts'

import { messageOpener } from './message-opener.ts'

const most = 50

interface Words {
  sealed: string
  image: string
  voice: string
  post: string
  deleted: string
  reaction: (emoji: string) => string
}

/** In the language in which the server says that there is a message. */
const languages: Readonly<Record<string, Words>> = {
  'Nouveau message': {
    sealed: 'Nouveau message chiffré',
    image: 'Image',
    voice: 'Message vocal',
    post: 'Publication partagée',
    deleted: 'Message supprimé',
    reaction: (emoji) => `A réagi\u00a0: ${emoji}`,
  },
  'New message': {
    sealed: 'New encrypted message',
    image: 'Picture',
    voice: 'Voice message',
    post: 'Shared post',
    deleted: 'Message deleted',
    reaction: (emoji) => `Reacted: ${emoji}`,
  },
}

/** The notification's text; that of any other push stays what it is. Never rejects. */
export async function bodyOf(
  { body, path, message, user_id: userId }: PushMessage,
  findOpener = messageOpener,
): Promise<string> {
  const words = path.startsWith('/messages') ? languages[body] : undefined
  if (!words) return body
  if (!message) return words.sealed
  try {
    const opener = findOpener()
    if (!opener || (await opener.hidesPreview(userId))) return words.sealed
    const opened = await opener.openPushed(userId, message as unknown as PushedMessage)
    return (opened.body && textOf(opened.body, words)) || words.sealed
  } catch {
    return words.sealed
  }
}

function textOf({ t, text = '', react, del, att = [] }: MessageBody, words: Words): string {
  if (react) return react.e ? words.reaction(beginningOf(react.e)) : ''
  if (del) return words.deleted
  if (text) return beginningOf(text)
  if (att.some(({ m }) => m.startsWith('audio/'))) return words.voice
  return { image: words.image, post_share: words.post }[t] ?? ''
}

/** The first fifty characters as people count them, on one line. */
export function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment)
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : line
}
