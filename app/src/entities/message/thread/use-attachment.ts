import { useEffect, useState } from 'react'

import { useUserId } from '#data/session.ts'

import { vaultOf } from '../keys/vault.ts'
import type { ThreadItem } from '../message.ts'
import { readFile } from '../outbox/send-files.ts'

export interface AttachmentView {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** `blob:`, as long as the component is there. */
  url: string | null
  retry: () => void
}

type Carrier = Pick<ThreadItem, 'id' | 'conversationId' | 'content' | 'files'>

/** A picture of a message, fetched and opened when it is wanted. What waits to be sent is shown from this device. */
export function useAttachment(
  item: Carrier,
  index: number,
  { isWanted = true }: { isWanted?: boolean } = {},
): AttachmentView {
  const userId = useUserId()
  const [view, setView] = useState<Omit<AttachmentView, 'retry'>>({ status: 'idle', url: null })
  const [tries, setTries] = useState(0)
  const waiting = item.files[index]?.blob
  const path = item.content.kind === 'open' ? item.content.attachments[index]?.p : undefined
  useEffect(() => {
    if (!isWanted || userId === null || (!waiting && path === undefined)) return undefined
    let url: string | null = null
    let isGone = false
    const show = (blob: Blob) => {
      if (isGone) return
      url = URL.createObjectURL(blob)
      setView({ status: 'ready', url })
    }
    if (waiting) {
      show(waiting)
    } else {
      setView({ status: 'loading', url: null })
      readAttachment(userId, item, index).then(show, () => !isGone && setView({ status: 'failed', url: null }))
    }
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the path says which file it is: an item changes with every tick
  }, [userId, waiting, path, index, isWanted, tries])
  return { ...view, retry: () => setTries((count) => count + 1) }
}

/** Its bytes, for a download or as a reference. @throws {VaultError | DataError} */
export async function readAttachment(userId: string, item: Carrier, index: number): Promise<Blob> {
  const waiting = item.files[index]?.blob
  if (waiting) return waiting
  const attachment = item.content.kind === 'open' ? item.content.attachments[index] : undefined
  if (!attachment) throw new TypeError('There is no such attachment')
  const place = { conversationId: item.conversationId, messageId: item.id, index }
  return readFile(await vaultOf(userId), attachment, place)
}
