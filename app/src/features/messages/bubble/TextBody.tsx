import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'

import { threadMessages } from '../thread.i18n.ts'
import { textParts } from './text-parts.ts'

export interface TextBodyProps {
  text: string
  /** Links of strangers are not shown before somebody asks. */
  isVeiled: boolean
}

export function TextBody({ text, isVeiled }: TextBodyProps) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {textParts(text).map(({ text: words, href }, place) =>
        // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, in its order
        href === null ? words : <Address key={place} words={words} href={href} isVeiled={isVeiled} />,
      )}
    </p>
  )
}

/** Nothing of ours goes along, and no preview is fetched: an address read in private stays private. */
function Address({ words, href, isVeiled }: { words: string; href: string; isVeiled: boolean }) {
  const m = useMessages(threadMessages)
  const [isAsked, setAsked] = useState(false)
  if (isVeiled && !isAsked) {
    return (
      <button type="button" className="text-left underline underline-offset-3" onClick={() => setAsked(true)}>
        {m.linkHidden}
      </button>
    )
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="underline decoration-1 underline-offset-3"
    >
      {words}
    </a>
  )
}
