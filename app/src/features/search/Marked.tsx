import { highlight } from './search-text.ts'

/** A text in which what was searched for stands out. */
export function Marked({ text, words }: { text: string; words: string }) {
  return highlight(text, words).map((piece, index) =>
    index % 2 === 1 ? (
      // The pieces of a text have no other name than their place.
      // oxlint-disable-next-line react/no-array-index-key -- see above
      <mark key={index} className="bg-transparent font-semibold text-accent-text">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
