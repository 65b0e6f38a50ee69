import { defineMessages, useMessages } from '#i18n/messages.ts'

import { classNames } from '../class-names.ts'
import { WhenSlow } from './WhenSlow.tsx'

const messages = defineMessages({
  fr: { loading: 'Chargement…' },
  en: { loading: 'Loading…' },
})

const turns = ['', '[animation-delay:-0.9s]', '[animation-delay:-0.3s]', '[animation-delay:-0.6s]']

/** Four losanges in a ring. Shows nothing for the first 240 ms: most screens come sooner. */
export function Spinner({ className }: { className?: string }) {
  const m = useMessages(messages)
  return (
    <span role="status" className={classNames('late-appear inline-block', className)}>
      <span className="sr-only">{m.loading}</span>
      <span aria-hidden="true" className="grid size-6 rotate-45 grid-cols-2 grid-rows-2 gap-0.75">
        {turns.map((delay) => (
          <i key={delay} className={classNames('spinner-cell', delay)} />
        ))}
      </span>
    </span>
  )
}

/** For a whole screen that loads. */
export function ScreenSpinner() {
  return (
    <div className="grid min-h-[60svh] place-items-center">
      <Spinner />
      <WhenSlow onRetry={() => location.reload()} />
    </div>
  )
}
