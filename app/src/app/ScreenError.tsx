import { DataError } from '#data/rest.ts'
import { errorLine, errorWords } from '#i18n/errors.i18n.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TechnicalDetails } from '#ui/feedback/TechnicalDetails.tsx'

const messages = defineMessages({
  fr: {
    away: 'Pas de réponse pour l’instant',
    text: 'Ce qui était enregistré l’est toujours.',
    retry: 'Réessayer',
  },
  en: {
    away: 'No answer for now',
    text: 'What was saved is still saved.',
    retry: 'Try again',
  },
})

/** A screen that broke, or whose answer did not come: says which, keeps the navigation, offers another try. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const m = useMessages(messages)
  const { happened } = useMessages(errorWords)
  const isAway = error instanceof DataError && error.isRetryable
  return (
    <div className="page" role={isAway ? 'alert' : undefined}>
      <Alert
        tone={isAway ? 'warning' : 'danger'}
        title={isAway ? m.away : happened}
        action={
          <Button size="sm" variant="ghost" onClick={onRetry}>
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
