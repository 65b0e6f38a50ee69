/** The author shows hidden words to whoever asks, one by one. */
import { useMutation, useQuery } from '@tanstack/react-query'
import Hand from 'lucide-react/icons/hand'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { getPlace, navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { hiddenMessages } from './hidden-prompt.i18n.ts'
import { promptQueries } from './prompt-requests.ts'

export interface AskForPromptProps {
  postId: string
  /** The answer came to somebody who stood where it is waited for. */
  onLeave: () => void
}

export function AskForPrompt(props: AskForPromptProps) {
  const userId = useUserId()
  // A visitor signs in first and comes back here.
  if (userId === null) return <AskButton onPress={() => navigate({ to: '/auth', search: { from: getPlace().href } })} />
  return <AskAsMember {...props} userId={userId} />
}

function AskAsMember({ postId, userId, onLeave }: AskForPromptProps & { userId: string }) {
  const m = useMessages(hiddenMessages)
  const mine = promptQueries.mine(postId, userId)
  const { data: request, isPending } = useQuery(mine)
  const ask = useMutation({
    mutationFn: () => callSignedIn('ask_for_prompt', { post: postId }),
    onSuccess: () =>
      queryClient.setQueryData(mine.queryKey, (known) => known ?? { answered_at: null, is_shown: false }),
  })
  if (isPending) return null
  if (request) {
    const text = request.answered_at === null ? m.asked : m.kept
    return <Told text={text} isFresh={ask.isSuccess} onLeave={onLeave} />
  }
  const hint = ask.error instanceof DataError ? ask.error.hint : undefined
  const refusals: Readonly<Record<string, string>> = {
    too_many_prompt_requests: m.askedTooMuch,
    prompt_not_on_request: m.notAskable,
    account_suspended: m.suspended,
  }
  return (
    <>
      {ask.isError && <Alert tone="danger">{refusals[hint ?? ''] ?? m.askFailed}</Alert>}
      <AskButton isBusy={ask.isPending} onPress={() => ask.mutate()} />
    </>
  )
}

/** The button that was pressed is gone: whoever pressed it stands here. */
function Told({ text, isFresh, onLeave }: { text: string; isFresh: boolean; onLeave: () => void }) {
  const told = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isFresh) told.current?.focus()
  }, [isFresh])
  const leave = useEffectEvent((paragraph: Element | null) => paragraph === document.activeElement && onLeave())
  // Before it is taken away, and the focus with it.
  useLayoutEffect(() => {
    const paragraph = told.current
    return () => void leave(paragraph)
  }, [])
  return (
    <p ref={told} tabIndex={-1} className="text-sm text-text-2">
      {text}
    </p>
  )
}

function AskButton({ isBusy = false, onPress }: { isBusy?: boolean; onPress: () => void }) {
  const m = useMessages(hiddenMessages)
  return (
    <Button
      size="sm"
      variant="line"
      icon={<Hand aria-hidden="true" className="size-4" />}
      busyLabel={isBusy && m.asking}
      onClick={onPress}
    >
      {m.ask}
    </Button>
  )
}
