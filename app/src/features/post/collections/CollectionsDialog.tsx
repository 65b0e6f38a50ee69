/** `?modal=collections&post={id}`: which collections it is in, and a new one made in place. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { useUserId } from '#data/session.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import {
  collectionsQuery,
  createCollection,
  file,
  type Collection,
  type CollectionVisibility,
} from './collection-data.ts'
import { collectionMessages } from './collection.i18n.ts'
import { visibilityIcons } from './visibility-icons.ts'
import { VisibilityField } from './VisibilityField.tsx'

export function CollectionsDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(collectionMessages)
  const { post: postId = '' } = useModalSearch()
  const userId = useUserId() ?? ''
  const { data: collections, isError, refetch } = useQuery(collectionsQuery(userId, postId))
  return (
    <Dialog title={m.title} onClose={onClose}>
      {!collections && !isError && <ScreenSpinner />}
      {!collections && isError && (
        <p role="alert" className="flex items-center justify-between gap-3 text-text-2">
          {m.loadFailed}
          <Button size="sm" onClick={() => void refetch()}>
            {m.retry}
          </Button>
        </p>
      )}
      {collections && (
        <div className="grid gap-5">
          {collections.length === 0 ? (
            <p className="text-sm text-text-2">{m.empty}</p>
          ) : (
            <ul aria-label={m.list} className="-mx-2 grid">
              {collections.map((collection) => (
                <Row
                  key={collection.id}
                  collection={collection}
                  onChange={(wanted) => file({ userId, postId, collectionId: collection.id, wanted })}
                />
              ))}
            </ul>
          )}
          <NewCollectionForm postId={postId} />
        </div>
      )}
    </Dialog>
  )
}

function Row({ collection, onChange }: { collection: Collection; onChange: (wanted: boolean) => void }) {
  const m = useMessages(collectionMessages)
  const Icon = visibilityIcons[collection.visibility]
  const id = useId()
  return (
    <li className="relative flex min-h-13 items-center gap-3 rounded-md px-2 hover:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        id={id}
        type="checkbox"
        checked={collection.items.length > 0}
        onChange={(event) => onChange(event.target.checked)}
        className="relative z-1 size-5 flex-none accent-(--accent)"
      />
      <div className="min-w-0 flex-1 leading-tight">
        <label
          htmlFor={id}
          className="block cursor-pointer truncate text-sm font-semibold before:absolute before:inset-0"
        >
          {collection.name}
        </label>
        <p className="flex items-center gap-1 text-xs text-text-3">
          <Icon aria-hidden="true" className="size-3.5" />
          {`${m[collection.visibility]} · ${m.items(collection.items_count)}`}
        </p>
      </div>
    </li>
  )
}

function NewCollectionForm({ postId }: { postId: string }) {
  const m = useMessages(collectionMessages)
  const [name, setName] = useState('')
  const [visibility, setVisibility] = useState<CollectionVisibility>('private')
  const [isBusy, setBusy] = useState(false)
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isBusy) return
    setBusy(true)
    // A name that could not be kept stays in its field.
    if (await createCollection({ postId, name: name.trim(), visibility })) setName('')
    setBusy(false)
  }
  return (
    <form className="grid gap-3 border-t border-line pt-4" onSubmit={(event) => void create(event)}>
      <TextField
        label={m.name}
        value={name}
        maxLength={80}
        placeholder={m.namePlaceholder}
        enterKeyHint="done"
        onChange={(event) => setName(event.target.value)}
      />
      {name.trim() !== '' && (
        <>
          <VisibilityField value={visibility} onChange={setVisibility} />
          <Button type="submit" variant="primary" busyLabel={isBusy && m.creating}>
            {m.create}
          </Button>
        </>
      )}
    </form>
  )
}
