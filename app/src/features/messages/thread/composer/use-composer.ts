import { useCallback, useState } from 'react'

import type { ThreadItem } from '#entities/message/message.ts'
import { keepDraft, useDraft } from '#entities/message/previews/drafts.ts'
import { editMessage, sendText } from '#entities/message/send.ts'

import { useLinkPreview } from './use-link-preview.ts'
import type { Aim } from './writing.ts'

export interface ComposerSurroundings {
  tellTyping: () => void
  onSent: () => void
}

/** What is being written: a draft that survives, or for a while another wording of what was said. */
export function useComposer(conversationId: string, { tellTyping, onSent }: ComposerSurroundings) {
  const draft = useDraft(conversationId)
  const [aim, setAim] = useState<Aim>(null)
  const [wording, setWording] = useState('')
  const isEditing = aim?.kind === 'edit'
  const text = isEditing ? wording : draft
  const link = useLinkPreview(isEditing ? '' : draft)
  const reply = useCallback((item: ThreadItem) => setAim({ kind: 'reply', item }), [])
  const edit = useCallback((item: ThreadItem) => {
    setAim({ kind: 'edit', item })
    setWording(item.content.kind === 'open' ? item.content.text : '')
  }, [])
  const write = (next: string) => {
    if (isEditing) setWording(next)
    else keepDraft(conversationId, next)
    if (next !== '') tellTyping()
  }
  const send = () => {
    const words = text.trim()
    if (words === '') return
    setAim(null)
    if (aim?.kind === 'edit') {
      editMessage(conversationId, aim.item.id, words)
      return
    }
    sendText(conversationId, words, { replyTo: aim?.item.id, preview: link.preview })
    keepDraft(conversationId, '')
    onSent()
  }
  return { text, aim, link, reply, edit, write, send, cancel: () => setAim(null) }
}
