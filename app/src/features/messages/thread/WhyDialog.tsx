/** « Pourquoi ? »: the three causes for which a message cannot be read, the likely one first, one thing to do for each. */
import type { MessageCode } from '#crypto/index.ts'
import type { ThreadItem } from '#entities/message/message.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { whyMessages } from './why.i18n.ts'

export interface WhyDialogProps {
  item: ThreadItem
  name: string
  onReopen: () => void
  onClose: () => void
}

const causes: readonly Cause[] = ['key', 'altered', 'version']

export function WhyDialog({ item, name, onReopen, onClose }: WhyDialogProps) {
  const m = useMessages(whyMessages)
  const code = item.content.kind === 'failed' ? item.content.code : 'locked'
  const likely = causeOf(code)
  const acts: Record<Cause, { words: string; onPress: () => void }> = {
    key: { words: m.keyAct, onPress: () => openModal('message-keys') },
    altered: { words: m.alteredAct, onPress: () => openModal('safety-number', { user: item.senderId }) },
    version: { words: m.versionAct, onPress: () => location.reload() },
  }
  return (
    <Dialog
      title={m.title}
      onClose={onClose}
      footer={
        <Button
          variant="ink"
          wide
          onClick={() => {
            onReopen()
            onClose()
          }}
        >
          {m.retry}
        </Button>
      }
    >
      <p className="mb-4 text-sm text-text-2">{m.intro}</p>
      <ul className="grid gap-3">
        {causes
          .toSorted((a, b) => Number(b === likely) - Number(a === likely))
          .map((cause) => (
            <li key={cause} className="grid gap-1.5 rounded-md border border-line p-3.5">
              <h3 className="text-base">{m[`${cause}Title`]}</h3>
              {cause === likely && <p className="text-xs font-semibold text-info-text">{m.likely}</p>}
              <p className="text-sm text-text-2">{cause === 'altered' ? m.alteredText(name) : m[`${cause}Text`]}</p>
              <Button size="sm" variant="line" className="justify-self-start" onClick={acts[cause].onPress}>
                {acts[cause].words}
              </Button>
            </li>
          ))}
      </ul>
      <p className="mt-4 text-xs text-text-3">
        {m.code} <code>{code}</code>
      </p>
    </Dialog>
  )
}

/** What the codes of E2EE §7 come down to for a person. */
type Cause = 'key' | 'altered' | 'version'

const byCode: Partial<Record<MessageCode, Cause>> = {
  locked: 'key',
  no_wrap: 'key',
  unwrap_failed: 'key',
  unknown_version: 'version',
  bad_body: 'version',
}

function causeOf(code: string): Cause {
  return byCode[code as MessageCode] ?? 'altered'
}
