/** Lists of people around somebody, newest first. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { count } from '#data/count.ts'
import type { Answer } from '#data/question.ts'
import { call, read } from '#data/wire.ts'

import type { PersonCard } from './person-card.ts'

export type PeopleList = 'followers' | 'following' | 'requests' | 'likers'

export interface ListedPerson extends PersonCard {
  is_private: boolean
}

interface ListRow extends ListedPerson {
  /** Where the page after this person begins. */
  after: string
}

interface PeoplePage {
  people: ListedPerson[]
  next: string | null
}

export type PersonToMeet = Answer<'people_to_follow'>[number]

const pageSize = 30

export const peopleKeys = { all: ['people'] as const }

export const peopleQueries = {
  /** Around a person, or a publication where it is of `likers`. */
  list: (of: string, list: PeopleList) =>
    infiniteQueryOptions({
      queryKey: [...peopleKeys.all, of, list],
      initialPageParam: null as PeoplePage['next'],
      queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
        const people = await reading[list]({ of, list, after: pageParam, signal })
        const last = people.at(-1)
        return { people, next: (people.length === pageSize && last?.after) || null }
      },
      getNextPageParam: (page) => page.next,
    }),

  /** Those of whose every publication the reader is told. */
  bells: (userId: string) =>
    queryOptions({
      queryKey: [...peopleKeys.all, userId, 'bells'],
      queryFn: async ({ signal }) => {
        const person = 'person:profiles!follows_followee_id_fkey!inner(id,username,display_name,avatar_url)'
        const mine = { follower_id: `eq.${userId}`, state: 'eq.active', notify: 'is.true' }
        const rows = await read('follows', person, { ...mine, order: 'created_at.desc', limit: 1000 }, signal)
        return rows.map(({ person: rung }) => rung)
      },
    }),

  /** Some worth a look. */
  toMeet: () =>
    queryOptions({
      queryKey: [...peopleKeys.all, 'to-meet'],
      queryFn: ({ signal }) => call('people_to_follow', { max: 3 }, { signal }),
      // Whom one has just followed stays in sight.
      staleTime: Infinity,
    }),

  /** How many ask to follow the reader. */
  requestCount: (userId: string) =>
    queryOptions({
      queryKey: [...peopleKeys.all, userId, 'request-count'],
      queryFn: ({ signal }) => {
        const asking = { followee_id: `eq.${userId}`, state: 'eq.requested' }
        return count('follows', 'follower_id', asking, signal)
      },
    }),
}

interface PageRequest {
  of: string
  list: PeopleList
  after: PeoplePage['next']
  signal: AbortSignal
}

function readFollowList({ of, list, after, signal }: PageRequest): Promise<ListRow[]> {
  const args = { person: of, list, ...(after && { cursor: after }), page_size: pageSize }
  return call('follow_list', args, { method: 'GET', signal })
}

function readLikers({ of, after, signal }: PageRequest): Promise<ListRow[]> {
  const args = { post: of, ...(after && { cursor: after }), page_size: pageSize }
  return call('post_likers', args, { method: 'GET', signal })
}

async function readRequests({ of, after, signal }: PageRequest): Promise<ListRow[]> {
  const person = 'person:profiles!follows_follower_id_fkey!inner(id,username,display_name,avatar_url,is_private)'
  const [at, id] = after?.split(' ') ?? []
  const page = {
    followee_id: `eq.${of}`,
    state: 'eq.requested',
    ...(after && { or: `(created_at.lt.${at},and(created_at.eq.${at},follower_id.gt.${id}))` }),
    order: 'created_at.desc,follower_id.asc',
    limit: pageSize,
  }
  const rows = await read('follows', `created_at,${person}`, page, signal)
  return rows.map(({ created_at: asked, person: found }) => Object.assign(found, { after: `${asked} ${found.id}` }))
}

const reading: Record<PeopleList, (request: PageRequest) => Promise<ListRow[]>> = {
  followers: readFollowList,
  following: readFollowList,
  requests: readRequests,
  likers: readLikers,
}
