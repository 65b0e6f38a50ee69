/** « Mots gardés »: one's own words under names, to add, to change and to delete. */
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { deleteSnippet, saveSnippet, snippetsOf, type Snippet, type SnippetWords } from './snippet-data.ts'
import { SnippetForm } from './SnippetForm.tsx'
import { wordsMessages } from './words.i18n.ts'

export interface SnippetsDialogProps {
  onPick: (words: string) => void
  onClose: () => void
}

export function SnippetsDialog({ onPick, onClose }: SnippetsDialogProps) {
  const m = useMessages(wordsMessages)
  const { data, isError, refetch } = useQuery(snippetsOf(useUserId()))
  const [edited, setEdited] = useState<Snippet | 'new' | null>(null)
  if (edited !== null)
    return <SnippetForm snippet={edited === 'new' ? null : edited} onClose={onClose} onDone={() => setEdited(null)} />
  const putBack = async (words: SnippetWords) => {
    if (await saveSnippet(words, null)) toast({ title: m.notSaved, tone: 'danger' })
  }
  const remove = async ({ id, name, words }: Snippet) => {
    try {
      await deleteSnippet(id)
      toast({ title: m.deleted(name), action: { label: m.undo, onPress: () => void putBack({ name, words }) } })
    } catch {
      toast({ title: m.notSaved, tone: 'danger' })
    }
  }
  return (
    <Dialog title={m.snippets} onClose={onClose} size="sm">
      <div className="grid gap-3">
        {isError && (
          <Alert
            tone="danger"
            action={
              <Button size="sm" onClick={() => void refetch()}>
                {m.retry}
              </Button>
            }
          >
            {m.notRead}
          </Alert>
        )}
        {data?.length === 0 && <p className="text-sm text-text-2">{m.snippetsEmpty}</p>}
        <ul className="grid">
          {data?.map((snippet) => (
            <li key={snippet.id} className="flex items-center border-b border-line last:border-0">
              <button
                type="button"
                aria-label={m.insert(snippet.name, snippet.words)}
                onClick={() => onPick(snippet.words)}
                className="min-h-11 min-w-0 flex-1 rounded-sm py-2.5 text-left text-sm hover:bg-surface-2"
              >
                <span className="block font-semibold">{`#${snippet.name}`}</span>
                <span className="line-clamp-2 text-text-2">{snippet.words}</span>
              </button>
              <IconButton
                label={m.change(snippet.name)}
                icon={<Pencil aria-hidden="true" className="size-4.5" />}
                onClick={() => setEdited(snippet)}
              />
              <IconButton
                label={m.delete(snippet.name)}
                icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                onClick={() => void remove(snippet)}
              />
            </li>
          ))}
        </ul>
        <Button icon={<Plus aria-hidden="true" className="size-4.5" />} onClick={() => setEdited('new')}>
          {m.keepWords}
        </Button>
      </div>
    </Dialog>
  )
}
