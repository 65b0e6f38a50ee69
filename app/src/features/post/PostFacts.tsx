import Copy from 'lucide-react/icons/copy'

import { postMessages } from '#entities/post/post-messages.ts'
import { creatorHandle, type Post } from '#entities/post/post.ts'
import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
/** Who made it, from which words, in what size and with which engine. */
import { Link } from '#navigation/Link.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { toast } from '#ui/toast.ts'

import { postScreenMessages } from './post-screen-messages.ts'

export function PostFacts({ post }: { post: Post }) {
  const m = useMessages(postScreenMessages)
  const p = useMessages(postMessages)
  const { creator, image } = post
  const copyPrompt = async () => {
    try {
      await navigator.clipboard.writeText(post.prompt)
      toast({ title: m.promptCopied })
    } catch {
      toast({ title: p.copyFailed, tone: 'danger' })
    }
  }
  const engine = post.engine === 'builtin' ? m.builtinEngine : post.engine
  const facts = [m.aiImage, engine, post.mode && `mode ${post.mode}`, `${image.width} × ${image.height}`].filter(
    Boolean,
  )
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar id={creator.id} src={creator.avatarUrl} size="lg" />
        <div className="min-w-0 flex-1 leading-tight">
          <Link
            to="/profile/$handle"
            params={{ handle: creatorHandle(creator) }}
            className="block truncate font-semibold"
          >
            {creator.displayName}
          </Link>
          <p className="text-xs text-text-3">
            {creator.username && `@${creator.username} · `}
            <time dateTime={post.createdAt}>{formatAgo(post.createdAt)}</time>
          </p>
        </div>
      </div>
      <div className="flex items-start gap-1">
        <p aria-label={m.promptTitle} className="prompt min-w-0 flex-1 font-heading text-xl leading-snug font-medium">
          {post.prompt}
        </p>
        <IconButton
          size="sm"
          label={m.copyPrompt}
          icon={<Copy aria-hidden="true" className="size-4.5" />}
          onClick={() => void copyPrompt()}
        />
      </div>
      {post.description && <p className="text-text-2">{post.description}</p>}
      {post.hashtags.length > 0 && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-link">
          {post.hashtags.map((tag) => (
            <span key={tag}>{`#${tag}`}</span>
          ))}
        </p>
      )}
      <p className="text-xs text-text-3">{facts.join(' · ')}</p>
    </>
  )
}
