import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { BegunDrafts } from './BegunDrafts.tsx'
import { historyMessages } from './history.i18n.ts'
import { promptHistory } from './prompt-history.ts'
import { useBegunDrafts } from './use-begun-drafts.ts'

export interface HistoryDialogProps {
  onClose: () => void
  onPick: (prompt: string) => void
}

/** One's own descriptions: those that wait to be gone on with, then those that were ordered. */
export function HistoryDialog({ onClose, onPick }: HistoryDialogProps) {
  const m = useMessages(historyMessages)
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search)
  const { data } = useQuery({ ...promptHistory(useUserId(), words), placeholderData: keepPreviousData })
  const begun = useBegunDrafts().filter(({ draft }) => contains(draft.prompt, words))
  return (
    <Dialog title={m.title} onClose={onClose} size="md">
      <div className="grid gap-4">
        <TextField
          type="search"
          label={m.search}
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.target.value)}
        />
        {begun.length > 0 && <BegunDrafts drafts={begun} onClose={onClose} />}
        {begun.length > 0 && data && data.length > 0 && <h3 className="text-sm font-semibold">{m.ordered}</h3>}
        {data?.length === 0 && begun.length === 0 && (
          <p className="py-4 text-sm text-text-3">{words.trim() ? m.none(words.trim()) : m.empty}</p>
        )}
        <ul className="grid">
          {data?.map((prompt) => (
            <li key={prompt} className="border-b border-line last:border-0">
              <button
                type="button"
                onClick={() => onPick(prompt)}
                className="min-h-11 w-full py-2.5 text-left text-sm hover:bg-surface-2"
              >
                <span className="line-clamp-2">{prompt}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const contains = (text: string, words: string) => text.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase())
