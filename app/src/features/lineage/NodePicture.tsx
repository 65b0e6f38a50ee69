import ImageOff from 'lucide-react/icons/image-off'

import { Picture } from '#entities/image/Picture.tsx'
import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import type { LineageNode } from '#entities/lineage/lineage.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

export interface NodePictureProps {
  node: LineageNode
  /** The post that the lineage is about, or the chosen one. */
  isCurrent?: boolean
  /** Off where the name stands beside the picture. */
  hasName?: boolean
}

/**
 * In a tree that is enlarged the name stays as large as all words around it, and takes of the room beside its picture.
 * Elsewhere it takes of the gap: « Publication » is a little wider than the picture.
 */
const asAround = {
  fontSize: 'calc(var(--fs-xs) / max(1, var(--enlarged, 1)))',
  marginInline: 'var(--beside, -0.2rem)',
}

/** One node: 68 px square and its author's name; grey and without content where the post is gone. */
export function NodePicture({ node: { post }, isCurrent = false, hasName = true }: NodePictureProps) {
  const m = useMessages(lineageMessages)
  const outline = isCurrent && 'outline-2 outline-offset-2 outline-accent'
  return (
    <span className="grid w-17 gap-1 text-center text-xs text-text-2">
      {post ? (
        <Picture
          image={post.image}
          alt={hasName ? post.altText : ''}
          sizes="68px"
          className={classNames('aspect-square! size-17 rounded-img', outline)}
        />
      ) : (
        <span
          className={classNames(
            'grid size-17 place-items-center rounded-img border border-dashed border-line-strong bg-surface-2 text-text-3',
            outline,
          )}
        >
          <ImageOff aria-hidden="true" className="size-5" />
        </span>
      )}
      {hasName && (
        <span className={`leading-tight wrap-anywhere ${post ? 'line-clamp-2' : ''}`} style={asAround}>
          {post ? post.creatorName : m.gone}
        </span>
      )}
    </span>
  )
}
