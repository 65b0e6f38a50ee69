import ShieldCheck from 'lucide-react/icons/shield-check'

import { useMessages } from '#i18n/messages.ts'

import { keysMessages } from './keys.i18n.ts'
import { Step } from './Steps.tsx'

/** The end of set-up. */
export function DoneSheet({ text, onClose }: { text?: string; onClose: () => void }) {
  const m = useMessages(keysMessages)
  return (
    <Step title={m.doneTitle} onClose={onClose} action={{ label: m.finish, onPress: onClose }}>
      <div className="grid justify-items-center gap-3 py-4 text-center">
        <ShieldCheck aria-hidden="true" className="size-12 text-success-text" strokeWidth={1.5} />
        <p role="status" className="max-w-80">
          {text ?? m.done}
        </p>
      </div>
    </Step>
  )
}
