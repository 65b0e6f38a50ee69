import { useMutation } from '@tanstack/react-query'

import { call } from '#data/wire.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

const messages = defineMessages({
  fr: {
    title: 'Ne plus recevoir d’e-mails ?',
    lead: 'Vos notifications resteront dans l’app. Pour vos achats, vos retraits et la sécurité de votre compte, nous vous écrirons toujours.',
    stop: 'Ne plus en recevoir',
    stopping: 'Un instant…',
    choose: 'Choisir lesquels',
    stopped: 'C’est fait',
    stoppedText: 'Vous ne recevrez plus ces e-mails. Vous pouvez en reprendre dans vos réglages, quand vous voulez.',
    settings: 'Mes notifications',
    gone: 'Ce lien n’est plus valable',
    goneText: 'Ouvrez celui de votre dernier e-mail, ou faites votre choix dans vos réglages.',
    failed: 'Ça n’a pas marché',
    failedText: 'Vérifiez votre réseau, puis réessayez.',
  },
  en: {
    title: 'Stop these e-mails?',
    lead: 'Your notifications stay in the app. About your purchases, your withdrawals and the safety of your account we always write.',
    stop: 'Stop them',
    stopping: 'One moment…',
    choose: 'Choose which',
    stopped: 'Done',
    stoppedText:
      'You will not get these e-mails any more. You can take some up again in your settings, whenever you like.',
    settings: 'My notifications',
    gone: 'This link is no longer valid',
    goneText: 'Open the one in your latest e-mail, or choose in your settings.',
    failed: 'That did not work',
    failedText: 'Check your network and try again.',
  },
})

/** `/unsubscribe?token=…`, from a mail: asks first, since programs that look at mails follow their links. */
export function UnsubscribeView() {
  const m = useMessages(messages)
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
