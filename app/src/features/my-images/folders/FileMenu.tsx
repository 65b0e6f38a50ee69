import { useQuery } from '@tanstack/react-query'
import FolderInput from 'lucide-react/icons/folder-input'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Menu } from '#ui/menu/Menu.tsx'

import { fileImages, foldersOf, type Folder } from './folder-data.ts'
import { FolderNameDialog } from './FolderNameDialog.tsx'
import { folderMessages } from './folders.i18n.ts'

export interface FileMenuProps {
  images: readonly { id: string; folderId: string | null }[]
  onFiled: () => void
}

/** Puts what is chosen into a folder, one that is there or a new one, or out of it. */
export function FileMenu({ images, onFiled }: FileMenuProps) {
  const m = useMessages(folderMessages)
  const { data: folders = [] } = useQuery(foldersOf(useUserId()))
  const [isNaming, setNaming] = useState(false)
  const isDisabled = images.length === 0
  const file = (folder: Pick<Folder, 'id' | 'name'> | null) => {
    void fileImages(images, folder)
    onFiled()
  }
  const isFiled = images.some(({ folderId }) => folderId !== null)
  return (
    <>
      <Menu
        label={m.file}
        icon={<FolderInput aria-hidden="true" className="size-4.5 flex-none" />}
        items={[
          ...folders.map((folder) => ({ label: folder.name, isDisabled, onPress: () => file(folder) })),
          { label: m.newFolder, isDisabled, onPress: () => setNaming(true) },
          ...(isFiled ? [{ label: m.takeOut, isDisabled, onPress: () => file(null) }] : []),
        ]}
      />
      {isNaming && (
        <FolderNameDialog
          folder={null}
          onNamed={(folder) => {
            setNaming(false)
            file(folder)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
