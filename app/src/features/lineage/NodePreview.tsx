/** One node looked at closer: its picture, and what its words change in those of its source. */
import { Picture } from '#entities/image/Picture.tsx'
import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import type { LineageNode } from '#entities/lineage/lineage.ts'
import { wordChanges, type Change } from '#entities/prompt/word-changes.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { matchPath, paths } from '#navigation/paths.ts'
import { usePathname } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'

export interface NodePreviewProps {
  node: LineageNode
  parent: LineageNode | undefined
}

export function NodePreview({ node: { id, post }, parent }: NodePreviewProps) {
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
        alt={post.altText}
        sizes="(width < 48rem) 80vw, 300px"
        className="mx-auto max-h-72 max-w-full rounded-img"
      />
      <p className="text-sm">
        <b className="font-semibold">{post.creatorName}</b>
        {post.username !== null && <span className="text-text-3">{` @${post.username}`}</span>}
      </p>
      <Words prompt={post.prompt} parent={parent} />
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

function Words({ prompt, parent }: { prompt: string | null; parent: LineageNode | undefined }) {
  const m = useMessages(lineageMessages)
  if (prompt === null) return <p className="text-sm text-text-3">{m.hidden}</p>
  const before = parent?.post?.prompt ?? null
  if (before === null) return <p className="prompt text-sm">{prompt}</p>
  const changes = wordChanges(before, prompt)
  if (changes.every(({ kind }) => kind === 'same')) return <p className="text-sm text-text-3">{m.unchanged}</p>
  return (
    <div className="grid gap-1">
      <h3 className="text-sm">{m.changes}</h3>
      <p className="text-sm leading-relaxed">
        {changes.map((change, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one sentence have nothing but their place
          <Piece key={place} change={change} />
        ))}
      </p>
    </div>
  )
}

function Piece({ change: { kind, text } }: { change: Change }) {
  const m = useMessages(lineageMessages)
  if (kind === 'same') return <span>{`${text} `}</span>
  const [Mark, look, word] =
    kind === 'added'
      ? (['ins', 'rounded-xs bg-success-soft text-on-success-soft underline', m.added] as const)
      : (['del', 'rounded-xs bg-danger-soft text-on-danger-soft line-through', m.removed] as const)
  return (
    <>
      <Mark className={`px-0.5 ${look}`}>
        <span className="sr-only">{`${word} : `}</span>
        {text}
      </Mark>{' '}
    </>
  )
}
