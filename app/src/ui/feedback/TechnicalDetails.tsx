import { defineMessages, useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

const messages = defineMessages({
  fr: { details: 'Détails techniques', copy: 'Copier', copied: 'Détails copiés' },
  en: { details: 'Technical details', copy: 'Copy', copied: 'Details copied' },
})

/** The line that helps whoever helps, folded under what the person reads. */
export function TechnicalDetails({ text }: { text: string }) {
  const m = useMessages(messages)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({ title: m.copied })
  }
  return (
    <details className="text-xs">
      <summary className="min-h-6 cursor-pointer">{m.details}</summary>
      <p lang="en" className="mt-1 wrap-anywhere">
        {text}
      </p>
      <button
        type="button"
        className="mt-1 min-h-6 font-semibold underline underline-offset-2"
        onClick={() => void copy().catch(() => undefined)}
      >
        {m.copy}
      </button>
    </details>
  )
}
