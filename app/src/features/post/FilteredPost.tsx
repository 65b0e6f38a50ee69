import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { postScreenMessages } from './post-screen.i18n.ts'
import { Page } from './PostAway.tsx'

/** « Masqué par votre filtre « x » · Afficher ». */
export function FilteredPost({ name, onShow }: { name: string; onShow: () => void }) {
  const m = useMessages(postScreenMessages)
  return (
    <Page>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md border border-line bg-surface py-2 pr-2 pl-4">
        <h1 className="font-sans text-sm font-medium [overflow-wrap:anywhere] text-text-2">{m.filtered(name)}</h1>
        <Button size="sm" variant="ghost" onClick={onShow}>
          {m.filteredShow}
        </Button>
      </div>
    </Page>
  )
}
