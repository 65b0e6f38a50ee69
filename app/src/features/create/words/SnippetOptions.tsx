import { useMessages } from '#i18n/messages.ts'

import type { SnippetList } from './use-snippet-list.ts'
import { wordsMessages } from './words.i18n.ts'

/** Under the field, which keeps the focus: its arrows are the keyboard's way here. */
export function SnippetOptions({ list: { id, snippets, place, choose } }: { list: SnippetList }) {
  const m = useMessages(wordsMessages)
  if (snippets.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={m.suggestions}
      className="grid rounded-md border border-line bg-surface p-1.5 shadow-float"
    >
      {snippets.map((snippet, index) => (
        <div
          key={snippet.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === place}
          onPointerDown={(event) => {
            event.preventDefault()
            choose(snippet)
          }}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm hover:bg-surface-2 aria-selected:bg-surface-2"
        >
          <span className="flex-none font-semibold">{`#${snippet.name}`}</span>
          <span className="truncate text-text-2">{snippet.words}</span>
        </div>
      ))}
    </div>
  )
}
