import { useMutation } from '@tanstack/react-query'

import { call } from '#data/wire.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { unsubscribeMessages } from './unsubscribe.i18n.ts'

/** `/unsubscribe?token=…`, from a mail: asks first, since programs that look at mails follow their links. */
export function UnsubscribeView() {
  const m = useMessages(unsubscribeMessages)
  const token = usePlace().search['token'] ?? ''
  const {
    mutate,
    data: isStopped,
    isPending,
    isError,
  } = useMutation({ mutationFn: () => call('stop_mails', { token }) })
  const isGone = token === '' || isStopped === false
  const title = isStopped === true ? m.stopped : isGone ? m.gone : m.title
  const text = isStopped === true ? m.stoppedText : isGone ? m.goneText : m.lead
  const isAsked = isStopped === undefined && !isGone
  usePageTitle(title)
  return (
    <div className="page max-w-120">
      <section className="card grid gap-4" aria-labelledby="mails">
        <div role="status" className="grid gap-2">
          <h1 id="mails" className="text-2xl">
            {title}
          </h1>
          <p className="text-text-2">{text}</p>
        </div>
        {isError && (
          <Alert tone="danger" title={m.failed}>
            {m.failedText}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          {isAsked && (
            <Button variant="primary" busyLabel={isPending && m.stopping} onClick={() => mutate()}>
              {m.stop}
            </Button>
          )}
          <Link to={paths.settings} search={{ section: 'notifications' }} className={buttonClass({ variant: 'line' })}>
            {isAsked ? m.choose : m.settings}
          </Link>
        </div>
      </section>
    </div>
  )
}
