import Trash2 from 'lucide-react/icons/trash-2'

import { currentMessages, useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { eraseDraft, putBack, type SavedDraft } from '../draft/saved-drafts.ts'
import { historyMessages } from './history.i18n.ts'
import { resumeDraft } from './take-over.ts'

export interface BegunDraftsProps {
  drafts: readonly SavedDraft[]
  onClose: () => void
}

export function BegunDrafts({ drafts, onClose }: BegunDraftsProps) {
  const m = useMessages(historyMessages)
  return (
    <section className="grid gap-1" aria-labelledby="begun-drafts">
      <h3 id="begun-drafts" className="text-sm font-semibold">
        {m.begun}
      </h3>
      <ul className="grid">
        {drafts.map((saved) => {
          const { prompt, pictures_elsewhere: pictures } = saved.draft
          const words = prompt || m.wordless
          return (
            <li key={saved.id} className="flex items-center border-b border-line last:border-0">
              <button
                type="button"
                onClick={() => {
                  onClose()
                  void resumeDraft(saved)
                }}
                className="min-h-11 min-w-0 flex-1 rounded-sm py-2.5 text-left text-sm hover:bg-surface-2"
              >
                <span className="line-clamp-2">{words}</span>
                {pictures > 0 && <span className="block text-xs text-text-3">{m.withPictures(pictures)}</span>}
              </button>
              <IconButton
                label={m.erase(words)}
                icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                onClick={() => void erase(saved)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

async function erase(saved: SavedDraft): Promise<void> {
  const m = currentMessages(historyMessages)
  const aside = await eraseDraft(saved.id)
  toast({ title: m.erased, action: { label: m.undo, onPress: () => putBack(saved, aside) } })
}
