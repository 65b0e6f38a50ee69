import { useState, type FormEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import { changeWords } from './change-collection.ts'
import type { OpenCollection } from './collection-queries.ts'
import { collectionMessages } from './collection.i18n.ts'
import { VisibilityField } from './VisibilityField.tsx'

export interface EditCollectionDialogProps {
  collection: OpenCollection
  onClose: () => void
}

/** Name, description, and who may see it. */
export function EditCollectionDialog({ collection, onClose }: EditCollectionDialogProps) {
  const m = useMessages(collectionMessages)
  const [words, setWords] = useState({
    name: collection.name,
    description: collection.description,
    visibility: collection.visibility,
  })
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const name = words.name.trim()
    if (name === '') {
      setError(m.nameNeeded)
      return
    }
    setBusy(true)
    const isKept = await changeWords(collection, { ...words, name, description: words.description.trim() })
    setBusy(false)
    if (isKept) onClose()
  }
  return (
    <Dialog title={m.editTitle} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={m.ownName}
          value={words.name}
          maxLength={80}
          error={error}
          onChange={({ target }) => {
            setError(null)
            setWords({ ...words, name: target.value })
          }}
        />
        <TextArea
          label={m.description}
          value={words.description}
          maxLength={500}
          onChange={({ target }) => setWords({ ...words, description: target.value })}
        />
        <VisibilityField value={words.visibility} onChange={(visibility) => setWords({ ...words, visibility })} />
        <Button type="submit" variant="ink" busyLabel={isBusy && m.saving}>
          {m.save}
        </Button>
      </form>
    </Dialog>
  )
}
