import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FolderIcon from 'lucide-react/icons/folder'
import FolderPlus from 'lucide-react/icons/folder-plus'
import Inbox from 'lucide-react/icons/inbox'
import { useState, type ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import { keptImages } from '#entities/image/kept/kept-images.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'
import { Menu } from '#ui/menu/Menu.tsx'

import { receivedMessages } from '../received/received.i18n.ts'
import { deleteFolder, foldersOf, type Folder } from './folder-data.ts'
import { FolderNameDialog } from './FolderNameDialog.tsx'
import { folderMessages } from './folders.i18n.ts'

export interface FolderStripProps {
  /** The one that narrows the list; `received` is what came in messages. */
  chosen: string | null
  onChoose: (folder: string | null) => void
}

const icon = { 'aria-hidden': true, className: 'size-4.5 flex-none', strokeWidth: 1.75 } as const
const none: Folder[] = []

/** One's folders in one row that scrolls by itself; the chosen one is renamed or deleted beside its name. */
export function FolderStrip({ chosen, onChoose }: FolderStripProps) {
  const m = useMessages(folderMessages)
  const { data: folders = none } = useQuery(foldersOf(useUserId()))
  const ofReceived = useMessages(receivedMessages)
  const { data: received } = useInfiniteQuery(keptImages(useUserId()))
  const hasReceived = chosen === 'received' || (received?.pages[0]?.length ?? 0) > 0
  const [named, setNamed] = useState<{ folder: Folder | null } | null>(null)
  const open = folders.find(({ id }) => id === chosen)
  return (
    <div role="group" aria-label={m.folders} className="-mx-1 flex items-center gap-1.5 overflow-x-auto p-1">
      {(folders.length > 0 || hasReceived) && (
        <Chip isOn={chosen === null} onPress={() => onChoose(null)}>
          {m.all}
        </Chip>
      )}
      {hasReceived && (
        <Chip isOn={chosen === 'received'} onPress={() => onChoose('received')}>
          <Inbox {...icon} />
          {ofReceived.received}
        </Chip>
      )}
      {folders.map(({ id, name, images_count: count }) => (
        <Chip key={id} isOn={id === chosen} label={m.holds(name, count)} onPress={() => onChoose(id)}>
          <FolderIcon {...icon} />
          <span className="max-w-40 truncate">{name}</span>
          <span className="num font-normal text-text-3">{count}</span>
        </Chip>
      ))}
      {open && (
        <Menu
          label={m.actionsOf(open.name)}
          icon={<Ellipsis {...icon} />}
          iconOnly
          items={[
            { label: m.rename, onPress: () => setNamed({ folder: open }) },
            {
              label: m.delete,
              onPress: () => {
                onChoose(null)
                void deleteFolder(open)
              },
            },
          ]}
        />
      )}
      <Chip isOn={false} onPress={() => setNamed({ folder: null })}>
        <FolderPlus {...icon} />
        {m.newFolder}
      </Chip>
      {named && (
        <FolderNameDialog
          folder={named.folder}
          onNamed={({ id }) => {
            setNamed(null)
            onChoose(id)
          }}
          onClose={() => setNamed(null)}
        />
      )}
    </div>
  )
}

interface ChipProps {
  isOn: boolean
  label?: string
  onPress: () => void
  children: ReactNode
}

function Chip({ isOn, label, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-11 flex-none items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium',
        isOn ? 'border-transparent bg-accent-soft text-on-accent-soft' : 'border-line hover:bg-surface-2',
      )}
    >
      {children}
    </button>
  )
}
