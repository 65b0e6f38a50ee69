/** What an author sees of their own hidden words: who asks for them, and what they answered. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { calledBy, type PersonCard } from '#entities/profile/person-card.ts'
import { PersonLink } from '#entities/profile/PersonLink.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { hiddenMessages } from './hidden-prompt.i18n.ts'
import { promptQueries } from './prompt-requests.ts'

export function PromptRequests({ postId }: { postId: string }) {
  const m = useMessages(hiddenMessages)
  const titleId = useId()
  const { data: requests, isError, refetch } = useQuery(promptQueries.ofPost(postId))
  if (!requests) {
    const retry = (
      <Button size="sm" onClick={() => void refetch()}>
        {m.retry}
      </Button>
    )
    return isError ? <Alert tone="danger" title={m.listFailed} action={retry} /> : null
  }
  if (requests.length === 0) return <p className="text-sm text-text-3">{m.nobodyAsks}</p>
  return (
    <div className="w-full">
      <h2 id={titleId} className="text-sm font-semibold">
        {m.whoAsks}
      </h2>
      <ul aria-labelledby={titleId} className="w-full divide-y divide-line">
        {requests.map(({ person, answered_at: answeredAt, is_shown: isShown }) => (
          <PromptRequest
            key={person.id}
            postId={postId}
            person={person}
            answer={answeredAt === null ? null : isShown ? 'shown' : 'refused'}
          />
        ))}
      </ul>
    </div>
  )
}

interface PromptRequestProps {
  postId: string
  person: PersonCard
  answer: 'shown' | 'refused' | null
}

function PromptRequest({ postId, person, answer }: PromptRequestProps) {
  const m = useMessages(hiddenMessages)
  const all = promptQueries.ofPost(postId)
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (shows: boolean) => callSignedIn('answer_prompt_request', { post: postId, person: person.id, shows }),
    onSuccess: (_, shows) =>
      queryClient.setQueryData(all.queryKey, (requests) =>
        requests?.map((request) =>
          request.person.id === person.id
            ? { ...request, answered_at: new Date().toISOString(), is_shown: shows }
            : request,
        ),
      ),
  })
  const name = calledBy(person)
  const first = useRef<HTMLButtonElement>(null)
  const answerWith = (shows: boolean) => {
    if (isPending) return
    first.current?.focus()
    mutate(shows)
  }
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 py-2">
      <PersonLink person={person}>
        {person.username !== null && (
          <span className="block truncate text-xs text-text-3">{`@${person.username}`}</span>
        )}
        <span role="status" className="block text-xs text-text-3">
          {answer !== null && m[answer]}
        </span>
      </PersonLink>
      <span className="flex gap-2">
        {/* One button whose word changes: whoever pressed it stays on it. */}
        <Button
          ref={first}
          size="sm"
          {...(answer !== 'shown' && { variant: 'ink' })}
          aria-label={answer === 'shown' ? m.hideAgainFrom(name) : m.showTo(name)}
          aria-disabled={isPending}
          onClick={() => answerWith(answer !== 'shown')}
        >
          {answer === 'shown' ? m.hideAgain : m.show}
        </Button>
        {answer === null && (
          <Button size="sm" aria-label={m.refuseTo(name)} aria-disabled={isPending} onClick={() => answerWith(false)}>
            {m.refuse}
          </Button>
        )}
      </span>
      {isError && (
        <div className="w-full">
          <Alert tone="danger">{m.answerFailed}</Alert>
        </div>
      )}
    </li>
  )
}
