import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'

import { creditsMessages } from './credits.i18n.ts'
import type { PaidWork } from './paid-work.ts'

/** What an entry or a hold was for: the description, leading to the publication, or to the picture among one's own. */
export function WorkLink({ work }: { work: PaidWork | undefined }) {
  const m = useMessages(creditsMessages)
  if (!work) return <span className="text-text-3">{m.creation}</span>
  const words = <span className="prompt line-clamp-1 break-all">{work.prompt}</span>
  const post = work.generation_images.flatMap(({ feed_posts: posts }) => posts)[0]
  if (post) {
    return (
      <Link to="/post/$id" params={{ id: post.id }} className="link">
        {words}
      </Link>
    )
  }
  const [image] = work.generation_images
  if (!image) return words
  return (
    <button type="button" className="link text-left" onClick={() => openModal('images', { id: image.id })}>
      {words}
    </button>
  )
}
