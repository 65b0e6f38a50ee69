import { errorLine, errorWords } from '#i18n/errors.i18n.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TechnicalDetails } from '#ui/feedback/TechnicalDetails.tsx'

const messages = defineMessages({
  fr: {
    text: 'Ce qui était enregistré l’est toujours.',
    retry: 'Réessayer',
  },
  en: {
    text: 'What was saved is still saved.',
    retry: 'Try again',
  },
})

/** A screen that broke: says so, keeps the navigation, offers another try. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const m = useMessages(messages)
  const { happened } = useMessages(errorWords)
  return (
    <div className="page">
      <Alert
        tone="danger"
        title={happened}
        action={
          <Button size="sm" variant="ghost" onClick={onRetry}>
            {m.retry}
          </Button>
        }
      >
        <p>{m.text}</p>
        <TechnicalDetails text={errorLine(error)} />
      </Alert>
    </div>
  )
}
