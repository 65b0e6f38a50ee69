/** What the staff works through; the server answers nobody else. */
import { infiniteQueryOptions } from '@tanstack/react-query'

import { restGet, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import type { Rule } from '#entities/moderation/rules.ts'

export interface Subject {
  id: string
  username: string | null
  display_name: string
  status: string
}

/** What is looked at, as it is now; fields by what it is. */
export interface Content {
  text?: string | null
  description?: string | null
  image_url?: string | null
  width?: number | null
  height?: number | null
  thumbhash?: string | null
  rating?: number
  status?: string
  post_id?: string
  rule?: string | null
  terms?: string[] | null
}

export type TargetType = 'post' | 'comment' | 'user' | 'message'

export interface Case {
  target_type: TargetType
  target_id: string
  priority: number
  first_at: string
  reports_count: number
  reasons: Rule[]
  details: string[]
  subject: Subject | null
  content: Content | null
  decisions: { action: string; rule: Rule; created_at: string; ended_at: string | null }[]
}

export interface OpenAppeal {
  id: string
  created_at: string
  message: string
  action: {
    action: string
    rule: Rule
    public_reason: string
    target_type: string
    target_id: string
    automated: boolean
  }
  subject: Subject | null
  content: Content | null
}

const pageSize = 20
export const moderationKeys = { all: ['moderation'] as const }

export const moderationQueries = {
  cases: () =>
    infiniteQueryOptions({
      queryKey: [...moderationKeys.all, 'cases'],
      initialPageParam: null as Pick<Case, 'priority' | 'first_at'> | null,
      queryFn: ({ pageParam: last, signal }) => {
        const after = last && { after_priority: last.priority, after_at: last.first_at }
        return restGet<Case>('rpc/moderation_queue', { params: {}, body: { ...after, page_size: pageSize }, signal })
      },
      getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1) ?? null)),
      select: ({ pages }) => pages.flat(),
    }),
  appeals: () =>
    infiniteQueryOptions({
      queryKey: [...moderationKeys.all, 'appeals'],
      initialPageParam: null as string | null,
      queryFn: ({ pageParam, signal }) => {
        const body = { after_at: pageParam, page_size: pageSize }
        return restGet<OpenAppeal>('rpc/moderation_appeals', { params: {}, body, signal })
      },
      getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.created_at ?? null)),
      select: ({ pages }) => pages.flat(),
    }),
}

/** What may be decided about what. */
export const actionsOf: Record<TargetType, readonly string[]> = {
  post: ['label', 'limit', 'remove', 'restore'],
  comment: ['remove', 'restore'],
  user: ['warn', 'suspend_generation', 'suspend', 'ban', 'restore'],
  message: [],
}

export interface Judgement {
  action: string
  rule: Rule
  reason: string
  rating: number
  /** In days; 0 has no end. */
  days: number
}

export async function decide(target: Pick<Case, 'target_type' | 'target_id'>, judgement: Judgement): Promise<void> {
  const { action, rule, reason, rating, days } = judgement
  const end = days > 0 ? new Date(Date.now() + days * 86_400_000).toISOString() : null
  const { target_type, target_id } = target
  const params = { target_type, target_id, action, rule, public_reason: reason, expires_at: end }
  const client = await supabase()
  unwrap(await client.rpc('decide' as never, { ...params, ...(action === 'label' && { rating }) } as never))
}

/** Nothing is to be done; unlike `unwrap`, these answer nothing. */
export async function dismiss({ target_type, target_id }: Pick<Case, 'target_type' | 'target_id'>): Promise<void> {
  const client = await supabase()
  const { error } = await client.rpc('dismiss_reports' as never, { target_type, target_id } as never)
  if (error) throw error
}

export async function answerAppeal(id: string, state: 'upheld' | 'overturned', answer: string): Promise<void> {
  const client = await supabase()
  const { error } = await client.rpc('answer_appeal' as never, { appeal_id: id, state, answer } as never)
  if (error) throw error
}
