import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import type { LineageNode } from '#entities/lineage/lineage.ts'
import { useMessages } from '#i18n/messages.ts'

/** A node in words. */
export function useNodeName(): (node: LineageNode) => string {
  const m = useMessages(lineageMessages)
  return ({ post }) => {
    if (!post) return m.gone
    const name = m.imageOf(post.creatorName)
    return post.remixesCount > 0 ? `${name}, ${m.remixes(post.remixesCount)}` : name
  }
}
