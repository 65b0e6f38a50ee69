/** Asks the server to look whether a domain says that it is one's own. */
import { FunctionErrorBody } from '@product/contract'
import * as v from 'valibot'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import { supabase } from '#data/supabase.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'

const Looked = v.object({ domain: v.string(), is_proven: v.boolean() })

export type DomainProblem = 'invalid' | 'throttled' | 'unread' | 'suspended' | 'failed'

export class DomainRefused extends Error {
  readonly problem: DomainProblem

  constructor(problem: DomainProblem) {
    super(problem)
    this.problem = problem
  }
}

const problems: Readonly<Record<string, DomainProblem>> = {
  bad_request: 'invalid',
  throttled: 'throttled',
  domain_unread: 'unread',
  account_suspended: 'suspended',
}

export async function proveDomain(domain: string): Promise<v.InferOutput<typeof Looked>> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<unknown>('profile-domain', { body: { domain } })
  if (error === null) return v.parse(Looked, data)
  const { context } = error as { context?: unknown }
  const refusal = v.safeParse(FunctionErrorBody, context instanceof Response ? await context.json() : null)
  throw new DomainRefused((refusal.success ? problems[refusal.output.code] : undefined) ?? 'failed')
}

export const dropDomain = () => callSignedIn('drop_domain', {})
export const refreshProfiles = () => queryClient.invalidateQueries({ queryKey: profileQueries.all() })
