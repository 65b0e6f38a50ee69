/** « Lignée du remix »: where a post comes from and what was made of it, on one thread. Nothing where it stands alone. */
import { useQuery } from '@tanstack/react-query'

import { useSession } from '#data/session.ts'
import { lineageQueries } from '#entities/lineage/lineage-queries.ts'
import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import { stripOf, wayTo, type LineageNode } from '#entities/lineage/lineage.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'

import { NodePicture } from './NodePicture.tsx'

/** How many remixes have a square of their own. */
const mostChildren = 2

const thread =
  'relative [&+li]:pl-5 [&+li]:before:absolute [&+li]:before:top-8.5 [&+li]:before:left-0 [&+li]:before:w-5 ' +
  '[&+li]:before:border-t-2 [&+li]:before:border-dashed [&+li]:before:border-accent'

export interface LineageStripProps {
  postId: string
  /** Its room is kept while it is on its way. */
  isExpected: boolean
}

export function LineageStrip({ postId, isExpected }: LineageStripProps) {
  const m = useMessages(lineageMessages)
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.user.id : null
  const { data, isLoading } = useQuery({
    ...lineageQueries.around(postId, userId),
    enabled: session.status !== 'loading',
  })
  const { ancestors, self, children } = stripOf(data ?? [], postId)
  if (isExpected && isLoading) return <div className="h-50" />
  if (!self || ancestors.length + children.length === 0) return null
  const count = self.post?.remixesCount ?? children.length
  const facts = [m.parents(ancestors.length), m.remixes(count)].filter((_, place) => [ancestors.length, count][place])
  const showTree = () => openModal('lineage', { post: postId })
  return (
    <section aria-labelledby="lineage" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-baseline gap-3">
        <h2 id="lineage" className="flex-1 text-[1.0625rem]">
          {m.title}
        </h2>
        <span className="text-xs text-text-3">{facts.join(' · ')}</span>
      </div>
      <ol className="no-scrollbar -mx-(--gutter) flex overflow-x-auto px-(--gutter) py-1 md:-mx-1 md:px-1">
        {ancestors.map((node) => (
          <li key={node.id} className={thread}>
            <Place node={node} />
          </li>
        ))}
        <li className={thread} aria-current="true">
          <NodePicture node={self} isCurrent />
        </li>
        {children.length > 0 && (
          <li className={thread}>
            <ol aria-label={m.childrenOf} className="flex gap-1.5">
              {children.slice(0, mostChildren).map((node) => (
                <li key={node.id}>
                  <Place node={node} />
                </li>
              ))}
              {count > mostChildren && (
                <li>
                  <button
                    type="button"
                    aria-label={m.seeAll(count - mostChildren)}
                    onClick={showTree}
                    className="grid w-17 gap-1 text-xs text-text-2"
                  >
                    <span className="num grid size-17 place-items-center rounded-img bg-surface-2 text-sm font-semibold">
                      {m.more(count - mostChildren)}
                    </span>
                    {m.all}
                  </button>
                </li>
              )}
            </ol>
          </li>
        )}
      </ol>
      <WaysOn postId={postId} hasWay={wayTo(data ?? [], postId).length > 1} />
    </section>
  )
}

/** From here to the whole tree, and to the film of the way that led here. */
function WaysOn({ postId, hasWay }: { postId: string; hasWay: boolean }) {
  const m = useMessages(lineageMessages)
  const look = 'min-h-11 text-sm font-semibold underline underline-offset-3'
  return (
    <div className="flex flex-wrap gap-x-5">
      <button type="button" onClick={() => openModal('lineage', { post: postId })} className={look}>
        {m.seeTree}
      </button>
      {hasWay && (
        <button type="button" onClick={() => openModal('lineage', { post: postId, kind: 'film' })} className={look}>
          {m.seeFilm}
        </button>
      )}
    </div>
  )
}

function Place({ node }: { node: LineageNode }) {
  if (!node.post) return <NodePicture node={node} />
  return (
    <Link to="/post/$id" params={{ id: node.id }} className="block">
      <NodePicture node={node} />
    </Link>
  )
}
