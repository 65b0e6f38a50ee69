/** Its hashtags, that it is made, the day, the licence, the language; how it was made is unfolded. */
import Sparkles from 'lucide-react/icons/sparkles'

import { TechnicalDetails } from '#entities/image/TechnicalDetails.tsx'
import { openModal } from '#entities/session/modals.ts'
import { formatLanguage } from '#i18n/format-language.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { useAgo } from '#i18n/use-ago.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Link } from '#navigation/Link.tsx'
import { useDisplaySettings } from '#ui/display/use-display-settings.ts'

import type { PagePost } from '../page-queries.ts'
import { postScreenMessages } from '../post-screen.i18n.ts'

export function PostFacts({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const reader = useLanguage()
  const { image, details } = post
  const language = details?.readLang && (details.lang ?? details.readLang)
  const facts = [
    formatDate(post.createdAt),
    details && m[details.license],
    // Whoever reads a French page expects French.
    language && language !== reader && formatLanguage(language),
  ]
  return (
    <div className="grid gap-2">
      {post.hashtags.length > 0 && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {post.hashtags.map((tag) => (
            <TagLink key={tag} tag={tag} />
          ))}
        </p>
      )}
      <p aria-label={m.facts} className="text-xs leading-6 text-text-3">
        <span className="mr-1.5 inline-flex align-bottom leading-6 items-center gap-1 rounded-xs bg-surface-2 px-1.5 font-semibold text-text-2">
          <Sparkles aria-hidden="true" className="size-3.5" />
          {m.aiImage}
        </span>
        {facts.filter(Boolean).join(' · ')}
      </p>
      <Likers post={post} />
      <TechnicalDetails engine={post.engine} mode={post.mode} size={image} />
      {details?.editedAt && (
        <p className="text-xs text-text-3">
          <Edited at={details.editedAt} />
          {' · '}
          <button
            type="button"
            onClick={() => openModal('post-history', { post: post.id })}
            className="min-h-6 underline underline-offset-3"
          >
            {m.history}
          </button>
        </p>
      )}
    </div>
  )
}

/** Who likes it, for whoever is signed in; its author may keep that to themselves. */
function Likers({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const { hideCounts } = useDisplaySettings()
  if (post.likesCount === 0 || hideCounts) return null
  return (
    <p className="text-sm">
      <button
        type="button"
        onClick={() => openModal('people', { post: post.id })}
        className="min-h-6 font-semibold hover:underline"
      >
        {m.likers(post.likesCount)}
      </button>
    </p>
  )
}

function Edited({ at }: { at: string }) {
  const m = useMessages(postScreenMessages)
  return m.edited(useAgo(at))
}

function TagLink({ tag }: { tag: string }) {
  return (
    <Link to="/tag/$tag" params={{ tag }} className="-my-0.5 py-0.5 text-link hover:underline">
      {`#${tag}`}
    </Link>
  )
}
