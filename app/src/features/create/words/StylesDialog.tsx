/** Styles to begin with, each shown by a picture of our own engine: one touch puts its words into the description. */
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { changeDraft, getDraft, useDraftStore } from '../draft/draft-store.ts'
import { starterStyles, styleOf, withStyle, type StarterStyle } from './styles.ts'
import sheet from './styles.webp'
import { wordsMessages } from './words.i18n.ts'

const perRow = 6
const rows = Math.ceil(starterStyles.length / perRow)

export function StylesDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(wordsMessages)
  const language = useLanguage()
  const chosen = useDraftStore(({ draft }) => styleOf(draft.prompt))
  const take = (starter: StarterStyle | null) => {
    changeDraft({ prompt: withStyle(getDraft().prompt, starter, language) })
    onClose()
  }
  return (
    <Dialog title={m.styles} onClose={onClose} size="md">
      <ul className="grid grid-cols-3 gap-2.5 md:grid-cols-4">
        {starterStyles.map((starter, place) => (
          <li key={starter.name}>
            <button
              type="button"
              aria-pressed={starter === chosen}
              onClick={() => take(starter === chosen ? null : starter)}
              className="group grid w-full justify-items-center gap-1.5 rounded-sm pb-1 text-xs font-medium text-text-2 hover:text-text aria-pressed:text-text"
            >
              <span
                aria-hidden="true"
                className="aspect-square w-full rounded-img bg-surface-2 outline-offset-2 outline-accent group-aria-pressed:outline-3"
                style={{
                  backgroundImage: `url(${sheet})`,
                  backgroundSize: `${perRow * 100}% ${rows * 100}%`,
                  backgroundPosition: `${((place % perRow) / (perRow - 1)) * 100}% ${(Math.floor(place / perRow) / (rows - 1)) * 100}%`,
                }}
              />
              {starter.label[language]}
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <button
          type="button"
          onClick={() => take(null)}
          className="mt-3 min-h-11 text-sm font-semibold underline underline-offset-3"
        >
          {m.noStyle}
        </button>
      )}
    </Dialog>
  )
}
