/** One node looked at closer: its picture, and what its words change in those of its source. */
import type { ReactNode } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import type { LineageNode } from '#entities/lineage/lineage.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { matchPath, paths } from '#navigation/paths.ts'
import { usePathname } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'

import { ChangedWords } from './ChangedWords.tsx'

export interface NodePreviewProps {
  node: LineageNode
  parent: LineageNode | undefined
  /** What else there is to do with it. */
  children?: ReactNode
}

export function NodePreview({ node: { id, post }, parent, children }: NodePreviewProps) {
  const m = useMessages(lineageMessages)
  const isHere = matchPath(paths.post, usePathname())?.id === id
  if (!post) {
    return (
      <div className="grid gap-1 rounded-md bg-surface-2 p-4 text-sm">
        <p className="font-semibold">{m.gone}</p>
        <p className="text-text-2">{m.goneText}</p>
      </div>
    )
  }
  return (
    <div className="grid gap-3 rounded-md bg-surface-2 p-3">
      <Picture
        image={post.image}
        alt={post.altText || m.imageOf(post.creatorName)}
        sizes="(width < 48rem) 80vw, 300px"
        className="mx-auto max-h-72 max-w-full rounded-img"
      />
      <p className="text-sm">
        <b className="font-semibold">{post.creatorName}</b>
        {post.username !== null && <span className="text-text-3">{` @${post.username}`}</span>}
      </p>
      <ChangedWords prompt={post.prompt} before={parent?.post?.prompt ?? null} />
      {children}
      {isHere ? (
        <p className="text-center text-sm text-text-3">{m.here}</p>
      ) : (
        <Link to="/post/$id" params={{ id }} className={buttonClass({ variant: 'ink', wide: true })}>
          {m.open}
        </Link>
      )}
    </div>
  )
}
