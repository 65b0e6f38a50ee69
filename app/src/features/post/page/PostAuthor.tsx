import Eye from 'lucide-react/icons/eye'
import type { ReactNode } from 'react'

import { creatorHandle } from '#entities/post/post.ts'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Ago } from '#ui/display/Ago.tsx'
import { DemoMark } from '#ui/display/DemoMark.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import type { PagePost } from '../page-queries.ts'
import { postScreenMessages } from '../post-screen.i18n.ts'

/** Who made it, when, and for whom it is where it is not for everybody. */
export function PostAuthor({ post, menu }: { post: PagePost; menu: ReactNode }) {
  const m = useMessages(postScreenMessages)
  const { creator, createdAt, visibility } = post
  const notes = [visibility !== 'public' && m[visibility], post.status === 'limited' && m.limited].filter(Boolean)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center gap-3">
        <Avatar id={creator.id} src={creator.avatarUrl} size="lg" />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="flex items-center gap-1.5">
            <Link
              to="/profile/$handle"
              params={{ handle: creatorHandle(creator) }}
              className="min-w-0 truncate leading-6 font-semibold"
            >
              {creator.displayName}
            </Link>
            {creator.isDemo && <DemoMark isShort />}
          </p>
          <p className="truncate text-xs text-text-3">
            {creator.username !== null && `@${creator.username} · `}
            <time dateTime={createdAt} title={formatDate(createdAt)}>
              <Ago date={createdAt} />
            </time>
          </p>
        </div>
        <FollowButton personId={creator.id} />
        {menu}
      </div>
      {notes.length > 0 && (
        <p className="flex items-center gap-1.5 text-xs text-text-3">
          <Eye aria-hidden="true" className="size-4" />
          {notes.join(' · ')}
        </p>
      )}
    </div>
  )
}
