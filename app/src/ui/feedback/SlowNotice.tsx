import { defineMessages, useMessages } from '#i18n/messages.ts'

import { Button } from '../button/Button.tsx'

const messages = defineMessages({
  fr: { slow: 'C’est plus long que prévu.', retry: 'Réessayer' },
  en: { slow: 'This is taking longer than usual.', retry: 'Try again' },
})

/** Over the page, so that nothing moves for it. */
export function SlowNotice({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(messages)
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-[calc(var(--bar-h)+env(safe-area-inset-bottom)+var(--foot-h,0px)+var(--pill-h,0px)+1rem)] z-(--z-toast) mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1.5 pl-4 text-sm text-text shadow-float md:bottom-8"
    >
      {m.slow}
      <Button size="sm" variant="ghost" onClick={onRetry}>
        {m.retry}
      </Button>
    </div>
  )
}
