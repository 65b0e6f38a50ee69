import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { formMessages } from './form.i18n.ts'
import { promptHistory } from './prompt-history.ts'

export interface HistoryDialogProps {
  onClose: () => void
  onPick: (prompt: string) => void
}

export function HistoryDialog({ onClose, onPick }: HistoryDialogProps) {
  const m = useMessages(formMessages)
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search)
  const { data } = useQuery({ ...promptHistory(useUserId(), words), placeholderData: keepPreviousData })
  return (
    <Dialog title={m.history} onClose={onClose} size="md">
      <div className="grid gap-4">
        <TextField
          type="search"
          label={m.historySearch}
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.target.value)}
        />
        {data?.length === 0 && (
          <p className="py-4 text-sm text-text-3">{words.trim() ? m.historyNone(words.trim()) : m.historyEmpty}</p>
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
