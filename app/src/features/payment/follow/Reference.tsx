import Copy from 'lucide-react/icons/copy'

import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { paymentMessages } from '../payment.i18n.ts'

/** By what somebody names this payment when they write to us. */
export function Reference({ id }: { id: string }) {
  const m = useMessages(paymentMessages)
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    toast({ title: m.copied })
  }
  return (
    <p className="flex items-center justify-between gap-3 text-sm">
      <span className="text-text-3">{m.reference}</span>
      <span className="flex min-w-0 items-center gap-1">
        <code className="num truncate text-xs">{id.slice(-12).toUpperCase()}</code>
        <IconButton
          size="sm"
          label={m.copy}
          icon={<Copy aria-hidden="true" className="size-4.5" />}
          onClick={() => void copy()}
        />
      </span>
    </p>
  )
}
