/** « Remix de @x »: what it remixes, and the two side by side. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { onePost } from '#entities/post/one/one-post.ts'
import { creatorHandle } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Button } from '#ui/button/Button.tsx'
import { lazy } from '#ui/lazy.ts'

import type { PagePost } from '../page-queries.ts'
import { postScreenMessages } from '../post-screen.i18n.ts'

const CompareDialog = lazy(async () => (await import('#entities/image/CompareDialog.tsx')).CompareDialog)

export function RemixCard({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const { remixOf } = post
  if (!remixOf) return null
  const { postId, creator } = remixOf
  if (!creator) return <p className="text-sm text-text-3">{m.remixOfGone}</p>
  return (
    <Source
      id={postId}
      name={creator.username === null ? creator.displayName : `@${creatorHandle(creator)}`}
      remix={post}
    />
  )
}

function Source({ id, name, remix }: { id: string; name: string; remix: PagePost }) {
  const m = useMessages(postScreenMessages)
  const [isComparing, setComparing] = useState(false)
  const { data: source } = useQuery({ ...onePost(id, useUserId()), retry: false })
  return (
    <div className="flex items-center gap-3 rounded-md border border-line p-2.5">
      <div className="size-14 flex-none overflow-hidden rounded-img bg-sunken">
        {source && <Picture image={source.image} alt="" sizes="56px" className="aspect-square! size-full" />}
      </div>
      <div className="min-w-0 flex-1 text-sm">
        <Link
          to="/post/$id"
          params={{ id }}
          className="inline-block min-h-6 font-semibold underline underline-offset-3"
        >
          {m.remixOf(name)}
        </Link>
        <p className={`line-clamp-1 text-xs text-text-3 ${source ? 'prompt' : ''}`}>{source?.prompt ?? '\u00a0'}</p>
      </div>
      <Button size="sm" disabled={!source} onClick={() => setComparing(true)}>
        {m.compare}
      </Button>
      {source && isComparing && (
        <Suspense>
          <CompareDialog
            images={[
              { ...source.image, label: m.original },
              { ...remix.image, label: m.thisOne },
            ]}
            onClose={() => setComparing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
