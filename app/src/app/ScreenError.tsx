import { DataError } from '#data/rest.ts'
import { errorLine, errorWords } from '#i18n/errors.i18n.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TechnicalDetails } from '#ui/feedback/TechnicalDetails.tsx'

const messages = defineMessages({
  fr: {
    away: 'Cette page n’a pas pu se charger',
    text: 'Ce qui était enregistré l’est toujours.',
    retry: 'Réessayer',
  },
  en: {
    away: 'This page could not be loaded',
    text: 'What was saved is still saved.',
    retry: 'Try again',
  },
})

/** A screen that broke, or whose answer did not come: says which, keeps the navigation, offers another try. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const m = useMessages(messages)
  const { happened } = useMessages(errorWords)
  const isAway = error instanceof DataError && (error.status === 0 || error.status >= 500)
  return (
    <div className="page">
      <Alert
        tone="danger"
        title={isAway ? m.away : happened}
        action={
          <Button size="sm" variant="line" onClick={onRetry}>
            {m.retry}
          </Button>
        }
      >
        <p>{m.text}</p>
        {!isAway && <TechnicalDetails text={errorLine(error)} />}
      </Alert>
    </div>
  )
}
