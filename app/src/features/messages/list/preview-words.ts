/** The last line of a conversation, as its row shows it. */
import type { Preview } from '#entities/message/use-conversations.ts'
import type { currentMessages } from '#i18n/messages.ts'

import type { listMessages } from './list.i18n.ts'

type Words = ReturnType<typeof currentMessages<(typeof listMessages)['fr']>>

export function previewWords(m: Words, preview: Preview): string {
  const words = wordsOf(m, preview)
  const isSaid = preview.isMine && preview.kind !== 'none' && preview.kind !== 'encrypted'
  return isSaid ? m.you(words) : words
}

function wordsOf(m: Words, preview: Preview): string {
  if (preview.kind === 'text') return preview.text.replaceAll(/\s+/gu, ' ')
  return {
    image: m.image,
    post_share: m.post,
    deleted: m.deleted,
    encrypted: m.encrypted,
    act: m.acted,
    none: m.nothingYet,
  }[preview.kind]
}
