import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import { getDraft } from '../draft/draft-store.ts'
import { longestWords, saveSnippet, type Snippet, type SnippetProblem } from './snippet-data.ts'
import { wordsMessages } from './words.i18n.ts'

export interface SnippetFormProps {
  /** `null` keeps new ones: those of the description, to begin with. */
  snippet: Snippet | null
  onDone: () => void
  onClose: () => void
}

export function SnippetForm({ snippet, onDone, onClose }: SnippetFormProps) {
  const m = useMessages(wordsMessages)
  const [name, setName] = useState(snippet?.name ?? '')
  const [words, setWords] = useState(() => snippet?.words ?? getDraft().prompt.trim().slice(0, longestWords))
  const [problem, setProblem] = useState<SnippetProblem | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isComplete = name !== '' && words.trim() !== ''
  const save = async () => {
    if (!isComplete || isSaving) return
    setSaving(true)
    const found = await saveSnippet({ name, words: words.trim() }, snippet?.id ?? null)
    setSaving(false)
    setProblem(found)
    if (found === null) onDone()
  }
  const isOfName = problem === 'taken' || problem === 'badName'
  return (
    <Dialog
      title={snippet ? m.change(snippet.name) : m.keepWords}
      onClose={onClose}
      size="sm"
      back={{ label: m.snippets, onPress: onDone }}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label={m.name}
          value={name}
          maxLength={31}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          help={m.nameHelp}
          error={isOfName ? m[problem] : null}
          onChange={(event) => {
            setProblem(null)
            setName(event.target.value.trim().replace(/^#/u, '').toLowerCase())
          }}
        />
        <TextArea
          label={m.words}
          value={words}
          maxLength={longestWords}
          rows={3}
          placeholder={m.wordsPlaceholder}
          error={problem && !isOfName ? m[problem] : null}
          onChange={(event) => {
            setProblem(null)
            setWords(event.target.value)
          }}
        />
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onDone}>{m.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!isComplete} busyLabel={isSaving && m.saving}>
            {m.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
