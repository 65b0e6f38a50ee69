import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

const messages = defineMessages({
  fr: {
    title: 'Une erreur inconnue est survenue',
    text: 'Ce qui était enregistré l’est toujours.',
    retry: 'Réessayer',
    details: 'Détails techniques',
  },
  en: {
    title: 'An unknown error occurred',
    text: 'What was saved is still saved.',
    retry: 'Try again',
    details: 'Technical details',
  },
})

/** A screen that broke: says so, keeps the navigation, offers another try. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const m = useMessages(messages)
  return (
    <div className="page">
      <Alert
        tone="danger"
        title={m.title}
        action={
          <Button size="sm" variant="ghost" onClick={onRetry}>
            {m.retry}
          </Button>
        }
      >
        <p>{m.text}</p>
        <details className="mt-2">
          <summary>{m.details}</summary>
          <code className="text-xs wrap-anywhere">{error instanceof Error ? error.message : String(error)}</code>
        </details>
      </Alert>
    </div>
  )
}
