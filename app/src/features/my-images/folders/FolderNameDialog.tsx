import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { longestName, nameFolder, type Folder, type NameProblem } from './folder-data.ts'
import { folderMessages } from './folders.i18n.ts'

export interface FolderNameDialogProps {
  /** `null` makes a new one. */
  folder: Pick<Folder, 'id' | 'name'> | null
  onNamed: (folder: Pick<Folder, 'id' | 'name'>) => void
  onClose: () => void
}

export function FolderNameDialog({ folder, onNamed, onClose }: FolderNameDialogProps) {
  const m = useMessages(folderMessages)
  const [name, setName] = useState(folder?.name ?? '')
  const [problem, setProblem] = useState<NameProblem | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    const wanted = name.trim()
    if (wanted === '' || isSaving) return
    setSaving(true)
    const named = await nameFolder(wanted, folder?.id ?? null)
    setSaving(false)
    if ('problem' in named) setProblem(named.problem)
    else onNamed({ id: named.id, name: wanted })
  }
  return (
    <Dialog title={folder === null ? m.newFolder : m.renameOf(folder.name)} onClose={onClose} size="sm">
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
          maxLength={longestName}
          data-autofocus
          error={problem && m[problem]}
          onChange={(event) => {
            setProblem(null)
            setName(event.target.value)
          }}
        />
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button type="submit" variant="primary" disabled={name.trim() === ''} busyLabel={isSaving && m.saving}>
            {m.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
