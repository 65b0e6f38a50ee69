/** What the staff works through; the server answers nobody else. */
import { infiniteQueryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import type { Answer } from '#data/question.ts'
import { call } from '#data/wire.ts'
import type { Rule } from '#entities/moderation/rules.ts'

export type Case = Answer<'moderation_queue'>[number]
export type OpenAppeal = Answer<'moderation_appeals'>[number]
export type TargetType = Case['target_type']

const pageSize = 20
export const moderationKeys = { all: ['moderation'] as const }

export const moderationQueries = {
  cases: () =>
    infiniteQueryOptions({
      queryKey: [...moderationKeys.all, 'cases'],
      initialPageParam: null as Pick<Case, 'priority' | 'first_at'> | null,
      queryFn: ({ pageParam: last, signal }) => {
        const after = last && { after_priority: last.priority, after_at: last.first_at }
        return call('moderation_queue', { ...after, page_size: pageSize }, { signal })
      },
      getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1) ?? null)),
      select: ({ pages }) => pages.flat(),
      // Somebody else works through the same list.
      staleTime: 0,
    }),
  appeals: () =>
    infiniteQueryOptions({
      queryKey: [...moderationKeys.all, 'appeals'],
      initialPageParam: null as string | null,
      queryFn: ({ pageParam, signal }) => {
        return call('moderation_appeals', { after_at: pageParam, page_size: pageSize }, { signal })
      },
      getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.created_at ?? null)),
      select: ({ pages }) => pages.flat(),
      staleTime: 0,
    }),
}

/** What may be decided about what. */
export const actionsOf: Record<TargetType, readonly string[]> = {
  post: ['label', 'limit', 'remove', 'restore'],
  comment: ['remove', 'restore'],
  user: ['warn', 'suspend_generation', 'suspend', 'ban', 'restore'],
  message: [],
  service: [],
  commission: [],
}

export interface Judgement {
  action: string
  rule: Rule
  reason: string
  rating: number
  /** In days; 0 has no end. */
  days: number
  /** With all that came of a publication. */
  isWithRemixes: boolean
}

export async function decide(target: Pick<Case, 'target_type' | 'target_id'>, judgement: Judgement): Promise<void> {
  const { action, rule, reason, rating, days, isWithRemixes } = judgement
  if (action === 'remove' && isWithRemixes) {
    await callSignedIn('remove_descent', { target_id: target.target_id, rule, public_reason: reason })
    return
  }
  const end = days > 0 ? new Date(Date.now() + days * 86_400_000).toISOString() : null
  const { target_type, target_id } = target
  const decision = { target_type, target_id, action, rule, public_reason: reason, expires_at: end }
  await callSignedIn('decide', { ...decision, ...(action === 'label' && { rating }) })
}

/** Nothing is to be done. */
export async function dismiss({ target_type, target_id }: Pick<Case, 'target_type' | 'target_id'>): Promise<void> {
  await callSignedIn('dismiss_reports', { target_type, target_id })
}

export async function answerAppeal(id: string, state: 'upheld' | 'overturned', answer: string): Promise<void> {
  await callSignedIn('answer_appeal', { appeal_id: id, state, answer })
}
