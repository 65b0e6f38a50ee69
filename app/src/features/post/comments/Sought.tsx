/** Marks the comment that the address names, and brings it into sight. */
import { useEffect, useRef, type ReactNode } from 'react'

import { commentMessages } from '#entities/comment/comment.i18n.ts'
import { useMessages } from '#i18n/messages.ts'

export function Sought({ isIt, children }: { isIt: boolean; children: ReactNode }) {
  return isIt ? <Marked>{children}</Marked> : children
}

function Marked({ children }: { children: ReactNode }) {
  const m = useMessages(commentMessages)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <div ref={mark} className="rounded-md bg-surface-2 p-3">
      <p className="mb-2 text-xs text-text-3">{m.linked}</p>
      {children}
    </div>
  )
}
