/** Reports and appeals at the wire. */
import { queryOptions } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { registerWrite, sendOrWait } from '#data/outbox/pending-writes.ts'
import type { Selected } from '#data/question.ts'
import { DataError } from '#data/rest.ts'
import { isUuid } from '#data/uuid.ts'
import { read } from '#data/wire.ts'
import type { Rule } from '#entities/moderation/rules.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { reportMessages } from './report.i18n.ts'

export type ReportKind = 'post' | 'comment' | 'user' | 'message' | 'service' | 'commission'

const kinds: readonly ReportKind[] = ['post', 'comment', 'user', 'message', 'service', 'commission']

export interface Reported {
  kind: ReportKind
  id: string
}

/** What the address names, where it can be reported. */
export function reportedIn({ kind, id }: { kind?: string | undefined; id?: string | undefined }): Reported | null {
  const known = kinds.find((one) => one === kind)
  return known && id && isUuid(id) ? { kind: known, id } : null
}

interface ReportWrite extends Reported {
  reason: Rule
  details: string
}

const reportWrite = 'report.add'

registerWrite<ReportWrite>(reportWrite, {
  // Said again it is the same report. A message is disclosed when it is sent: nothing of it waits in plain words.
  send: async ({ kind, id, reason, details }) => {
    const disclosed = kind === 'message' ? await disclose(id) : null
    const report = { target_type: kind, target_id: id, reason, details: details.trim() || null, disclosed }
    await callSignedIn('send_report', report)
  },
  undo: (_, error) => {
    const m = currentMessages(reportMessages)
    toast({ title: m.notSent, description: explainReport(m, refusalOf(error)), tone: 'danger' })
  },
})

export function sendReport(reported: Reported, reason: Rule, details: string): Promise<'sent' | 'waiting'> {
  const write: ReportWrite = { ...reported, reason, details }
  return sendOrWait(reportWrite, write, { key: `${reported.kind}.${reported.id}` })
}

export function explainReport(m: { gone: string; own: string; tooMany: string; failed: string }, refusal: string) {
  const sentences: Record<string, string> = {
    report_target_gone: m.gone,
    report_own: m.own,
    too_many_reports: m.tooMany,
  }
  return sentences[refusal] ?? m.failed
}

/** Nobody but the members can read it: what the reporter's device shows of it is all that the moderators see. */
async function disclose(id: string): Promise<object | null> {
  const { discloseMessage } = await import('#entities/message/disclose-message.ts')
  return discloseMessage(id)
}

const decisionColumns =
  'id,target_type,target_id,action,rule,public_reason,rating,automated,expires_at,ended_at,created_at,appeals(state,answer,message)'
export type Decision = Selected<'moderation_actions', typeof decisionColumns>

export const decisionQueries = {
  byId: (id: string) =>
    queryOptions({
      queryKey: ['decision', id],
      enabled: isUuid(id),
      queryFn: async ({ signal }) => {
        const rows = await read('moderation_actions', decisionColumns, { id: `eq.${id}` }, signal)
        return rows[0] ?? null
      },
    }),
}

/** What is contested: a decision, or a request that the generator refused, by its id or its idempotency key. */
export type Contested = { decision: string } | { generation: string }

export async function contest(contested: Contested, message: string): Promise<void> {
  if ('decision' in contested) await callSignedIn('appeal', { action_id: contested.decision, message })
  else await callSignedIn('contest_generation', { request: contested.generation, message })
}

/** The stable name of a refusal, `network` where no answer came. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof DataError)) return 'unknown'
  return error.status === 0 ? 'network' : (error.hint ?? 'unknown')
}
