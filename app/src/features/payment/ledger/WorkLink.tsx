import { useMessages } from '#i18n/messages.ts'

import { creditsMessages } from './credits.i18n.ts'
import type { PaidWork } from './paid-work.ts'

/** What an entry or a hold was for: the description, leading to the picture where there is one. */
export function WorkLink({ work }: { work: PaidWork | undefined }) {
  const m = useMessages(creditsMessages)
  if (!work) return <span className="text-text-3">{m.creation}</span>
  const url = work.generation_images[0]?.url
  const words = <span className="prompt line-clamp-1 break-all">{work.prompt}</span>
  if (!url) return words
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link">
      {words}
    </a>
  )
}
