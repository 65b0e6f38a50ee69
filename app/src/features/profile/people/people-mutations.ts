/** What one decides about those who follow, or want to. */
import { mutationOptions, type InfiniteData } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { peopleKeys, type ListedPerson } from '#entities/profile/people-queries.ts'
import { calledBy } from '#entities/profile/person-card.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { relationKeys } from '#entities/profile/relation/relation-queries.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { peopleMessages } from './people.i18n.ts'

type Pages = InfiniteData<{ people: ListedPerson[] }>

export const answerFollowMutation = mutationOptions({
  mutationFn: async ({ person, accept }: { person: ListedPerson; accept: boolean }) => {
    await callSignedIn('answer_follow', { follower: person.id, accept })
  },
  onMutate: ({ person }) => leaveOut('requests', person),
  onError: tellFailure,
  onSettled: showAnew,
})

export const removeFollowerMutation = mutationOptions({
  mutationFn: async ({ person, userId }: { person: ListedPerson; userId: string }) => {
    const follows = (await supabase()).from('follows')
    unwrap(await follows.delete().eq('follower_id', person.id).eq('followee_id', userId))
  },
  onMutate: ({ person }) => leaveOut('followers', person),
  onSuccess: (_, { person }) => toast({ title: currentMessages(peopleMessages).removed(calledBy(person)) }),
  onError: tellFailure,
  onSettled: showAnew,
})

function leaveOut(list: 'requests' | 'followers', person: ListedPerson): void {
  queryClient.setQueriesData<Pages>(
    { predicate: ({ queryKey }) => queryKey[0] === peopleKeys.all[0] && queryKey[2] === list },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, people: page.people.filter(({ id }) => id !== person.id) })),
      },
  )
}

async function showAnew(): Promise<void> {
  await Promise.all(
    [peopleKeys.all, relationKeys.all, profileQueries.all()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/** Said here: the row of that person has left the list by then. */
function tellFailure(error: unknown): void {
  const m = currentMessages(peopleMessages)
  const isGone = error instanceof DataError && error.hint === 'follow_request_gone'
  toast({ tone: 'danger', title: m.notAnswered, description: isGone ? m.requestGone : m.tryAgain })
}
