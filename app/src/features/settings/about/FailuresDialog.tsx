/** The errors of this page, to be read after their toasts have gone (Alt+T, SCREENS §6). */
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Ago } from '#ui/display/Ago.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useToldFailures, type ToldFailure } from '#ui/toast/told-failures.ts'

import { failureMessages } from './failures.i18n.ts'

export function FailuresDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(failureMessages)
  const failures = useToldFailures()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(failures.map(asLine).join('\n'))
      toast({ title: m.copied })
    } catch {
      toast({ tone: 'danger', title: m.copyFailed })
    }
  }
  const footer = failures.length > 0 && <Button onClick={() => void copy()}>{m.copy}</Button>
  return (
    <Dialog title={m.title} onClose={onClose} footer={footer}>
      {failures.length === 0 ? (
        <p className="text-sm text-text-2">{m.none}</p>
      ) : (
        <ol className="divide-y divide-line">
          {failures.map(({ id, title, description, at }) => (
            <li key={id} className="grid gap-0.5 py-3 text-sm">
              <p className="flex items-baseline justify-between gap-3">
                <span className="font-semibold">{title}</span>
                <span className="flex-none text-xs text-text-3">
                  <Ago date={at} />
                </span>
              </p>
              {description && <p className="wrap-anywhere text-text-2">{description}</p>}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}

const asLine = ({ at, title, description = '' }: ToldFailure) => [at, title, description].join('\t').trim()
