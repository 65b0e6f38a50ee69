import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { AppealForm } from './AppealForm.tsx'
import { decisionMessages } from './decision.i18n.ts'

/** Contests that the generator refused a request. */
export function ContestDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(decisionMessages)
  const { id = '' } = useModalSearch()
  return (
    <Dialog title={m.contestTitle} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-text-2">{m.automated}</p>
        <AppealForm contested={{ generation: id }} />
      </div>
    </Dialog>
  )
}
