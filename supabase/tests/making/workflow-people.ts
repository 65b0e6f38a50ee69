/** People who write and run workflows through the official client. */
import { expect } from 'vitest'

import type {
  ExecuteStepResult,
  RunMode,
  RunStatus,
  StepStatus,
  WorkflowCalls,
  WorkflowDraftBody,
  WorkflowImage,
} from '../../functions/_shared/contract/src/index.ts'
import { invoke, type Member } from './generation-people.ts'

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly hint: string | null
  readonly details: string | null
}

export interface WorkflowRow {
  readonly id: string
  readonly title: string
  readonly current_version: number
  readonly visibility: string
  readonly owner_id: string | null
  readonly forked_from: string | null
  readonly runs_count: number
}

export interface RunRow {
  readonly id: string
  readonly workflow_id: string | null
  readonly version: number
  readonly status: RunStatus
  readonly mode: RunMode
  readonly current_step: number
  readonly cost_quoted: number
  readonly cost_charged: number
  readonly finished_at: string | null
}

export interface StepRow {
  readonly step_index: number
  readonly attempt: number
  readonly kind: string
  readonly status: StepStatus
  readonly input: { readonly images?: readonly WorkflowImage[]; readonly prompt?: string } | null
  readonly output: ExecuteStepResult['step']['output']
  readonly generation_id: string | null
  readonly cost: number
  readonly error: string | null
}

/** The answer of one of the database's functions. */
export async function call<Answer>(
  { client }: Pick<Member, 'client'>,
  name: keyof WorkflowCalls,
  params: object,
): Promise<Answer> {
  const { data, error } = await client.rpc(name, params)
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`)
  return data as Answer
}

export async function refused(
  { client }: Pick<Member, 'client'>,
  name: keyof WorkflowCalls,
  params: object,
): Promise<Refusal> {
  const { error, status } = await client.rpc(name, params)
  if (!error) throw new Error(`${name} was not refused`)
  const { code, hint, details } = error
  return { status, code, hint: hint || null, details: details || null }
}

export const picture = {
  kind: 'generate',
  title: 'Peindre',
  settings: { prompt: 'une pirogue, {style}', width: 256, height: 256 },
} as const

export const style = { name: 'style', label: 'Style', kind: 'text', default: 'aquarelle' } as const

export function draft(fields: Partial<WorkflowDraftBody> = {}): WorkflowDraftBody {
  return { title: 'Une affiche', steps: [picture], inputs: [style], ...fields }
}

export function save(who: Member, fields: Partial<WorkflowDraftBody> = {}): Promise<WorkflowRow> {
  return call<WorkflowRow>(who, 'save_workflow', { workflow: draft(fields) })
}

interface Start {
  readonly inputs?: object
  readonly mode?: RunMode
  readonly key?: string
}

export function start(
  who: Member,
  workflow: string,
  { inputs = {}, mode = 'whole', key }: Start = {},
): Promise<RunRow> {
  const idempotency_key = key ?? crypto.randomUUID()
  return call<RunRow>(who, 'start_workflow_run', { workflow_id: workflow, inputs, mode, idempotency_key })
}

export interface StepAnswer {
  readonly status: number
  readonly body: ExecuteStepResult & { readonly code?: string; readonly field?: string }
}

export async function execute(
  who: Pick<Member, 'client'>,
  asked: { workflowId: string; stepIndex: number; runId?: string; inputs?: object },
  headers: Record<string, string> = {},
): Promise<StepAnswer> {
  const answer = await invoke(who.client, 'cortexia-intelligence', {
    body: { action: 'execute_step', ...asked },
    headers,
  })
  return answer as unknown as StepAnswer
}

export async function runRow({ client }: Member, id: string): Promise<RunRow> {
  const { data, error } = await client.from('workflow_runs').select('*').eq('id', id).single<RunRow>()
  if (error) throw error
  return data
}

/** Every attempt of every step, in order. */
export async function stepRows({ client }: Member, run: string): Promise<StepRow[]> {
  const { data, error } = await client
    .from('workflow_run_steps')
    .select('*')
    .eq('run_id', run)
    .order('step_index')
    .order('attempt')
  if (error) throw error
  return data as StepRow[]
}

export async function untilRun(who: Member, id: string, status: RunStatus, timeout = 60_000): Promise<RunRow> {
  await expect.poll(async () => (await runRow(who, id)).status, { timeout, interval: 100 }).toBe(status)
  return runRow(who, id)
}
