import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { shareAddress } from '#entities/image/share-address.ts'
import { handleOf } from '#entities/profile/person-card.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths, toHref } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { toast } from '#ui/toast/toast.ts'

import { deleteCollection } from './change-collection.ts'
import type { OpenCollection } from './collection-queries.ts'
import { collectionMessages } from './collection.i18n.ts'
import { EditCollectionDialog } from './EditCollectionDialog.tsx'
import { visibilityIcons } from './visibility-icons.ts'

const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.75 } as const

export interface CollectionHeaderProps {
  collection: OpenCollection
  isMine: boolean
  isArranging: boolean
  onArrange: () => void
}

export function CollectionHeader({ collection, isMine, isArranging, onArrange }: CollectionHeaderProps) {
  const m = useMessages(collectionMessages)
  const { name, description, owner, visibility, items_count: count } = collection
  const VisibilityIcon = visibilityIcons[visibility]
  return (
    <header className="grid gap-3 px-(--gutter) pt-4 pb-3 md:px-8 md:pt-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{name}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-3">
            {owner && <Owner owner={owner} />}
            <span>{m.items(count)}</span>
            {(isMine || visibility === 'unlisted') && (
              <span className="flex items-center gap-1.5">
                <VisibilityIcon aria-hidden="true" className="size-4" />
                {m[visibility]}
              </span>
            )}
          </p>
        </div>
        <Actions collection={collection} isMine={isMine} isArranging={isArranging} onArrange={onArrange} />
      </div>
      {description !== '' && <p className="max-w-xl wrap-anywhere whitespace-pre-line">{description}</p>}
    </header>
  )
}

function Owner({ owner }: { owner: NonNullable<OpenCollection['owner']> }) {
  return (
    <Link
      to={paths.profile}
      params={{ handle: handleOf(owner) }}
      search={{ tab: 'collections' }}
      className="inline-flex min-h-8 items-center gap-2 font-semibold text-text hover:underline"
    >
      <Avatar id={owner.id} src={owner.avatar_url} size="xs" />
      {owner.display_name}
    </Link>
  )
}

function Actions({ collection, isMine, isArranging, onArrange }: CollectionHeaderProps) {
  const m = useMessages(collectionMessages)
  const [isEditing, setEditing] = useState(false)
  const { visibility, items_count: count } = collection
  const remove = () => {
    deleteCollection(collection)
    navigate({ to: paths.ownProfile, search: { tab: 'collections' } }, { replace: true })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isMine && isArranging && (
        <Button variant="ink" onClick={onArrange}>
          {m.done}
        </Button>
      )}
      {visibility !== 'private' && !isArranging && (
        <Button icon={<Share2 {...icon} />} onClick={() => void share(collection)}>
          {m.share}
        </Button>
      )}
      {isMine && !isArranging && (
        <>
          <Button icon={<Pencil {...icon} />} onClick={() => setEditing(true)}>
            {m.edit}
          </Button>
          <Menu
            label={m.more}
            icon={<Ellipsis aria-hidden="true" className="size-5.5" strokeWidth={1.75} />}
            iconOnly
            items={[
              { label: m.arrange, icon: <ArrowUpDown {...icon} />, isDisabled: count === 0, onPress: onArrange },
              { label: m.delete, icon: <Trash {...icon} />, onPress: () => remove() },
            ]}
          />
        </>
      )}
      {isEditing && <EditCollectionDialog collection={collection} onClose={() => setEditing(false)} />}
    </div>
  )
}

async function share({ id, name }: OpenCollection): Promise<void> {
  const m = currentMessages(collectionMessages)
  const url = new URL(toHref({ to: paths.collection, params: { id } }), location.origin).href
  try {
    if ((await shareAddress({ url, title: name })) === 'copied') toast({ title: m.copied })
  } catch {
    toast({ title: m.copyFailed, tone: 'danger' })
  }
}
