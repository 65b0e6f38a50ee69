import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'

import { useSession } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import { keysMessages } from '../keys.i18n.ts'
import { Step } from '../Steps.tsx'

export interface RecoveryKeySheetProps {
  code: string
  /** A passkey opens the messages too. */
  hasPasskey?: boolean
  onContinue: () => void
  onClose: () => void
}

/** The recovery key, shown once, and the ways to keep it. */
export function RecoveryKeySheet({ code, hasPasskey = false, onContinue, onClose }: RecoveryKeySheetProps) {
  const m = useMessages(keysMessages)
  const session = useSession()
  const account = session.status === 'signed-in' ? session.user.email || `+${session.user.phone ?? ''}` : ''
  // A group may come twice.
  const groups = code.split('-').map((group, index) => ({ place: index + 1, group }))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toast({ title: m.copied })
    } catch {
      toast({ tone: 'danger', title: m.copyFailed })
    }
  }
  const icon = { 'aria-hidden': true, className: 'size-4.5' } as const
  return (
    <Step title={m.keyTitle} onClose={onClose} action={{ label: m.continue, onPress: onContinue }}>
      <p>{hasPasskey ? m.keyWithPasskey : m.keyAdvice}</p>
      <div data-printed>
        <p className="sr-only print:not-sr-only print:mb-4">
          {m.printTitle} {account}
        </p>
        <ol className="grid grid-cols-2 gap-2 rounded-lg bg-surface-2 p-3" aria-label={m.keyTitle}>
          {groups.map(({ place, group }) => (
            <li key={place} className="flex items-baseline gap-2 rounded-md bg-surface px-3 py-2.5">
              <span aria-hidden="true" className="w-3 text-xs text-text-3 tabular-nums">
                {place}
              </span>
              <code className="text-base font-semibold tracking-[0.12em]">{group}</code>
            </li>
          ))}
        </ol>
      </div>
      <p className="font-medium">{m.keyNote}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Copy {...icon} />} onClick={() => void copy()}>
          {m.copy}
        </Button>
        <Button
          size="sm"
          icon={<Download {...icon} />}
          onClick={() =>
            saveFile(new Blob([m.fileText(account, code)], { type: 'text/plain;charset=utf-8' }), m.fileName)
          }
        >
          {m.download}
        </Button>
        <Button size="sm" icon={<Printer {...icon} />} onClick={printMarked}>
          {m.print}
        </Button>
      </div>
    </Step>
  )
}

/** Ways to keep the recovery key outside this device. */

const onlyMarked =
  '@media print { body { visibility: hidden } [data-printed], [data-printed] * { visibility: visible; color: #000 } [data-printed] { position: fixed; inset: 2cm; background: #fff } }'

/** Prints what stands under `data-printed`, and nothing else of the page. */
function printMarked(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(onlyMarked)
  document.adoptedStyleSheets.push(sheet)
  const restore = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
  addEventListener('afterprint', restore, { once: true })
  print()
}
