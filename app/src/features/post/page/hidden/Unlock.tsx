/** A hidden prompt that has a price. */
import { useMutation } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { hiddenMessages } from './hidden-prompt.i18n.ts'
import { promptKeys } from './prompt-requests.ts'

export function Unlock({ postId, price, onDone }: { postId: string; price: number; onDone: () => void }) {
  const m = useMessages(hiddenMessages)
  const [isSure, setSure] = useState(false)
  const unlock = useMutation({
    mutationFn: () => callSignedIn('unlock_prompt', { post: postId, credits: price }),
    onSuccess: onDone,
    onSettled: async () => {
      refreshCredits()
      await queryClient.invalidateQueries({ queryKey: ['prompt-price', postId] })
      await queryClient.invalidateQueries({ queryKey: promptKeys.words })
    },
  })
  const hint = unlock.error instanceof DataError ? unlock.error.hint : undefined
  const told = { paid_credits_missing: m.missing, price_changed: m.changed }[hint ?? ''] ?? m.failed
  const buy = (
    <Link to={paths.payment} className="font-semibold text-link">
      {m.buy}
    </Link>
  )
  return (
    <>
      {unlock.isError && (
        <Alert tone="danger" action={hint === 'paid_credits_missing' ? buy : undefined}>
          {told}
        </Alert>
      )}
      {isSure ? (
        <div
          ref={(question) => question?.focus()}
          tabIndex={-1}
          role="group"
          aria-label={m.sure(price, price * 20)}
          className="grid gap-2"
        >
          <p className="text-sm">{m.sure(price, price * 20)}</p>
          <div className="flex gap-2">
            <Button size="sm" variant="primary" busyLabel={unlock.isPending && m.busy} onClick={() => unlock.mutate()}>
              {m.yes}
            </Button>
            <Button size="sm" onClick={() => setSure(false)}>
              {m.no}
            </Button>
          </div>
        </div>
      ) : (
        <Button
          size="sm"
          variant="line"
          icon={<Lock aria-hidden="true" className="size-4" />}
          onClick={() => setSure(true)}
        >
          {m.unlock(price)}
        </Button>
      )}
    </>
  )
}
