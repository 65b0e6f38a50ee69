import { useMutation } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import type { ListedPerson } from '#entities/profile/people-queries.ts'
import { calledBy } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { answerFollowMutation, removeFollowerMutation } from './people-mutations.ts'
import { peopleMessages } from './people.i18n.ts'

export function RequestAnswer({ person }: { person: ListedPerson }) {
  const m = useMessages(peopleMessages)
  const { mutate } = useMutation(answerFollowMutation)
  const name = calledBy(person)
  const answer = (accept: boolean) => mutate({ person, accept })
  return (
    <span className="flex gap-2">
      <Button size="sm" variant="ink" aria-label={m.acceptOf(name)} onClick={() => answer(true)}>
        {m.accept}
      </Button>
      <Button size="sm" aria-label={m.refuseOf(name)} onClick={() => answer(false)}>
        {m.refuse}
      </Button>
    </span>
  )
}

export function RemoveFollower({ person }: { person: ListedPerson }) {
  const m = useMessages(peopleMessages)
  const userId = useUserId() ?? ''
  const { mutate } = useMutation(removeFollowerMutation)
  const name = calledBy(person)
  return (
    <Button size="sm" variant="ghost" aria-label={m.removeOf(name)} onClick={() => mutate({ person, userId })}>
      {m.removeFollower}
    </Button>
  )
}
