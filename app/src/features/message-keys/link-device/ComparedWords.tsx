import { useMessages } from '#i18n/messages.ts'

import { linkMessages } from './link.i18n.ts'

/** Four words, large enough to be read out from one device to the other. */
export function ComparedWords({ words }: { words: readonly string[] }) {
  const m = useMessages(linkMessages)
  // A word may come twice.
  const numbered = words.map((word, place) => ({ place, word }))
  return (
    <ol
      aria-label={m.words}
      lang="fr"
      className="grid grid-cols-2 gap-2 rounded-lg bg-surface-2 p-3 text-center text-lg font-semibold"
    >
      {numbered.map(({ place, word }) => (
        <li key={place} className="rounded-md bg-surface px-3 py-3">
          {word}
        </li>
      ))}
    </ol>
  )
}
