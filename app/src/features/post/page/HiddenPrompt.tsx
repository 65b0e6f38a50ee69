/** Words that are not shown: for sale, paid for already, or simply hidden. */
import { useMutation, useQuery } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import { useEffect, useRef, useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { call, read } from '#data/wire.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { formatNumber } from '#i18n/format.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

const hiddenMessages = defineMessages({
  fr: {
    hidden: 'L’auteur a masqué le prompt.',
    unlock: (credits: number) => `Débloquer le prompt · ${plural(credits, { one: '# crédit', other: '# crédits' })}`,
    sure: (credits: number, francs: number) =>
      `${plural(credits, { one: '# crédit acheté', other: '# crédits achetés' })}, dont ${formatNumber(francs)} F pour l’auteur. Débloquer ?`,
    yes: 'Oui, débloquer',
    no: 'Non',
    busy: 'Un instant…',
    bought: 'Débloqué : vous pourrez toujours le relire.',
    missing: 'Il vous manque des crédits achetés : les crédits offerts ne comptent pas ici.',
    buy: 'Acheter des crédits',
    changed: 'Le prix vient de changer.',
    failed: 'Le prompt n’a pas pu être débloqué. Rien n’a été débité.',
  },
  en: {
    hidden: 'The author hid the prompt.',
    unlock: (credits: number) => `Unlock the prompt · ${plural(credits, { one: '# credit', other: '# credits' })}`,
    sure: (credits: number, francs: number) =>
      `${plural(credits, { one: '# bought credit', other: '# bought credits' })}, of which ${formatNumber(francs)} F for the author. Unlock?`,
    yes: 'Yes, unlock',
    no: 'No',
    busy: 'One moment…',
    bought: 'Unlocked: you can always read it again.',
    missing: 'Bought credits are missing: gift credits do not count here.',
    buy: 'Buy credits',
    changed: 'The price has just changed.',
    failed: 'The prompt could not be unlocked. Nothing was charged.',
  },
})

export function HiddenPrompt({ postId }: { postId: string }) {
  const m = useMessages(hiddenMessages)
  const userId = useUserId()
  const [isFresh, setFresh] = useState(false)
  const words = useQuery({
    queryKey: ['hidden-prompt', userId, postId],
    queryFn: ({ signal }) => call('unlocked_prompt', { post: postId }, { signal }),
    enabled: userId !== null,
  })
  const { data: price } = useQuery({
    queryKey: ['prompt-price', postId],
    queryFn: async ({ signal }) =>
      (await read('prompt_prices', 'credits', { post_id: `eq.${postId}` }, signal))[0]?.credits ?? null,
  })
  if (words.data)
    return (
      <div className="min-w-0 flex-1">
        <Words text={words.data} isFresh={isFresh} />
        <p className="mt-1 text-xs text-text-3">{m.bought}</p>
      </div>
    )
  return (
    <div className="grid min-w-0 flex-1 justify-items-start gap-2">
      <p className="text-sm text-text-3">{m.hidden}</p>
      {price != null && userId !== null && <Unlock postId={postId} price={price} onDone={() => setFresh(true)} />}
    </div>
  )
}

/** The button that opened them is gone: whoever pressed it goes on reading here. */
function Words({ text, isFresh }: { text: string; isFresh: boolean }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isFresh) words.current?.focus()
  }, [isFresh])
  return (
    <p ref={words} dir="auto" tabIndex={-1} className="prompt">
      {text}
    </p>
  )
}

function Unlock({ postId, price, onDone }: { postId: string; price: number; onDone: () => void }) {
  const m = useMessages(hiddenMessages)
  const [isSure, setSure] = useState(false)
  const unlock = useMutation({
    mutationFn: () => callSignedIn('unlock_prompt', { post: postId, credits: price }),
    onSuccess: onDone,
    onSettled: async () => {
      refreshCredits()
      await queryClient.invalidateQueries({ queryKey: ['prompt-price', postId] })
      await queryClient.invalidateQueries({ queryKey: ['hidden-prompt'] })
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
