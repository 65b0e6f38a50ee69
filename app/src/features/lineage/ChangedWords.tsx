/** The words of a picture, and what they change in those of its source. */
import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import { wordChanges, type Change } from '#entities/prompt/word-changes.ts'
import { useMessages } from '#i18n/messages.ts'

export interface ChangedWordsProps {
  /** `null` where its author hides it. */
  prompt: string | null
  /** That of the picture it was made from, where there is one to compare with. */
  before: string | null
}

export function ChangedWords({ prompt, before }: ChangedWordsProps) {
  const m = useMessages(lineageMessages)
  if (prompt === null) return <p className="text-sm text-text-3">{m.hidden}</p>
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
