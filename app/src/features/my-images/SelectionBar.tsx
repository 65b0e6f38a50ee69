import Download from 'lucide-react/icons/download'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { Suspense, useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { lazy } from '#ui/lazy.ts'
import { Menu } from '#ui/menu/Menu.tsx'

import { deleteImages } from './change-images.ts'
import { FileMenu } from './folders/FileMenu.tsx'
import { myImagesMessages } from './my-images.i18n.ts'
import type { MyImage } from './my-images.ts'
import { saveAsArchive, saveAsFiles } from './save-images.ts'
import { togetherMessages } from './together/together.i18n.ts'
import type { Selection } from './use-selection.ts'

const TogetherDialog = lazy(async () => (await import('./together/TogetherDialog.tsx')).TogetherDialog)

export interface SelectionBarProps {
  images: readonly MyImage[]
  selection: Selection
}

const icon = { 'aria-hidden': true, className: 'size-4.5 flex-none' } as const

/** What can be done with several at once. */
export function SelectionBar({ images, selection }: SelectionBarProps) {
  const m = useMessages(myImagesMessages)
  const [saved, setSaved] = useState<number | null>(null)
  const { open } = useMessages(togetherMessages)
  const [isPublishing, setPublishing] = useState(false)
  // In the order in which they were chosen.
  const chosen = [...selection.ids].flatMap((id) => images.find((image) => image.id === id) ?? [])
  const save = async (how: typeof saveAsFiles) => {
    setSaved(0)
    await how(chosen, setSaved)
    setSaved(null)
  }
  const remove = () => {
    void deleteImages(chosen.map(({ id }) => id))
    selection.clear()
  }
  return (
    <div className="grid gap-2 md:flex md:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <IconButton label={m.cancel} icon={<X {...icon} />} onClick={selection.clear} />
        <p role="status" className="num min-w-0 flex-1 truncate text-sm font-semibold">
          {saved === null ? m.selected(chosen.length) : m.saving(saved, chosen.length)}
        </p>
        <Button variant="ghost" size="sm" onClick={selection.addAll}>
          {m.selectAll}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
        <Button
          variant="primary"
          icon={<Send {...icon} />}
          disabled={chosen.length === 0}
          onClick={() => setPublishing(true)}
        >
          {open}
        </Button>
        <FileMenu images={chosen} onFiled={selection.clear} />
        <Menu
          label={m.download}
          icon={<Download {...icon} />}
          items={[
            { label: m.asFiles, isDisabled: chosen.length === 0, onPress: () => void save(saveAsFiles) },
            { label: m.asArchive, isDisabled: chosen.length === 0, onPress: () => void save(saveAsArchive) },
          ]}
        />
        <Button variant="danger" icon={<Trash {...icon} />} disabled={chosen.length === 0} onClick={remove}>
          {m.delete}
        </Button>
      </div>
      {isPublishing && (
        <Suspense>
          <TogetherDialog
            chosen={chosen}
            onClose={() => setPublishing(false)}
            onPublished={() => {
              setPublishing(false)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
