/** A picture that is looked at once: closed, before one's eyes, or gone. */
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useEffect, useState } from 'react'

import { ZoomablePicture } from '#entities/image/viewer/ZoomablePicture.tsx'
import type { ThreadItem } from '#entities/message/message.ts'
import { tellOpened } from '#entities/message/send.ts'
import { readAttachment } from '#entities/message/thread/use-attachment.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { toast } from '#ui/toast/toast.ts'

import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import { onceMessages } from './once.i18n.ts'

const stay = () => undefined

export function OnceBody({ item, once }: { item: ThreadItem; once: 'closed' | 'opened' }) {
  const m = useMessages(onceMessages)
  const { imageFailed } = useMessages(threadMessages)
  const { userId, mayWrite } = useThreadFacts()
  const [isLoading, setLoading] = useState(false)
  const [shown, setShown] = useState<{ url: string; width: number; height: number } | null>(null)
  useEffect(() => {
    if (shown === null) return undefined
    return () => URL.revokeObjectURL(shown.url)
  }, [shown])
  const open = async () => {
    setLoading(true)
    try {
      const blob = await readAttachment(userId, item, 0)
      tellOpened(item.conversationId, item.id)
      setShown({ url: URL.createObjectURL(blob), ...sizeOf(item) })
    } catch {
      toast({ tone: 'danger', title: imageFailed })
    } finally {
      setLoading(false)
    }
  }
  const isClosed = once === 'closed'
  const Mark = isClosed ? Eye : EyeOff
  const mark = <Mark aria-hidden="true" className="size-5 flex-none" strokeWidth={1.75} />
  return (
    <>
      {isClosed && !item.isMine && mayWrite ? (
        <button
          type="button"
          disabled={isLoading}
          onClick={() => void open()}
          className="flex min-h-11 w-full items-center gap-2.5 px-3.25 py-2.25 text-left font-semibold"
        >
          {isLoading ? <Spinner /> : mark}
          {m.open}
        </button>
      ) : (
        <p className="flex items-center gap-2.5 px-3.25 py-2.25">
          {mark}
          <span>
            {isClosed ? m.closed : m.opened}
            {isClosed && !item.isMine && <span className="block text-xs">{m.answerFirst}</span>}
          </span>
        </p>
      )}
      {shown && (
        <Dialog title={m.title} onClose={() => setShown(null)} size="full" dark>
          <div className="flex h-full flex-col">
            <div className="flex min-h-0 flex-1">
              <ZoomablePicture
                image={{ ...shown, thumbhash: null }}
                alt={m.title}
                onDown={() => setShown(null)}
                onAside={stay}
              />
            </div>
            <p className="flex-none px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-sm text-text-2">
              {m.goes}
            </p>
          </div>
        </Dialog>
      )}
    </>
  )
}

function sizeOf({ content }: ThreadItem): { width: number; height: number } {
  const [picture] = content.kind === 'open' ? content.attachments : []
  return { width: picture?.w ?? 1, height: picture?.hgt ?? 1 }
}
