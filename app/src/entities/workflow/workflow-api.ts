/** The calls that change workflows and runs. Reads are in workflow-queries.ts. */
import { ExecuteStepResult, type WorkflowReading } from '@product/contract'
import * as v from 'valibot'

import { callSignedIn } from '#data/call-signed-in.ts'
import { readConfig, requestHeaders } from '#data/config.ts'
import type { Answer, Arguments, RpcName } from '#data/question.ts'
import { DataError } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { isUuid } from '#data/uuid.ts'
import { currentMessages } from '#i18n/messages.ts'

import { workflowMessages } from './workflow.i18n.ts'

/** `code` is stable, `path` says what is wrong (`steps.2.settings.prompt`, `inputs.titre`). */
export class WorkflowError extends Error {
  override readonly name = 'WorkflowError'
  readonly status: number
  readonly code: string
  readonly path: string | null

  constructor(message: string, { status, code, path }: { status: number; code: string; path: string | null }) {
    super(message)
    this.status = status
    this.code = code
    this.path = path
  }
}

/** @throws {WorkflowError} */
export async function callWorkflow<Name extends RpcName>(name: Name, args: Arguments<Name>): Promise<Answer<Name>> {
  try {
    return await callSignedIn(name, args)
  } catch (cause) {
    throw cause instanceof DataError ? asWorkflowError(cause) : cause
  }
}

function asWorkflowError({ message, status, code = '', hint, details }: DataError): WorkflowError {
  const refused = /^PT(\d{3})$/u.exec(code)?.[1]
  return new WorkflowError(message, {
    status: Number(refused ?? status),
    code: hint || (status === 0 ? 'network' : code),
    path: details || null,
  })
}

/** `null` when there is none that one may read. */
export async function readWorkflow(id: string): Promise<WorkflowReading | null> {
  if (!isUuid(id)) return null
  try {
    return await callWorkflow('read_workflow', { workflow_id: id })
  } catch (error) {
    if (error instanceof WorkflowError && error.status === 404) return null
    throw error
  }
}

export interface StepCall {
  workflowId: string
  stepIndex: number
  runId: string
}

/** Runs one step and answers when it is over, waits for the person, or takes long: then its rows tell the rest. */
export async function executeStep(call: StepCall): Promise<ExecuteStepResult> {
  const [client, config] = await Promise.all([supabase(), readConfig()])
  const { data } = await client.auth.getSession()
  const response = await fetch(`${config.supabaseUrl}/functions/v1/cortexia-intelligence`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...requestHeaders(config, data.session?.access_token),
    },
    body: JSON.stringify({ action: 'execute_step', ...call }),
  }).catch(() => {
    throw new WorkflowError('Failed to fetch', { status: 0, code: 'network', path: null })
  })
  const text = await response.text()
  if (!response.ok) throw refusal(response.status, text)
  return v.parse(ExecuteStepResult, JSON.parse(text))
}

const Refusal = v.object({
  code: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
  field: v.optional(v.nullable(v.string())),
})

function refusal(status: number, text: string): WorkflowError {
  try {
    const { code, message, field } = v.parse(Refusal, JSON.parse(text))
    return new WorkflowError(message, { status, code, path: field ?? null })
  } catch {
    return new WorkflowError(text, { status, code: '', path: null })
  }
}

/** What the person reads; the technical line is the error's own message. */
export function explainWorkflowError(error: unknown): string {
  const m = currentMessages(workflowMessages)
  if (!(error instanceof WorkflowError)) return m.unknown
  const sentences: Record<string, string> = {
    network: m.network,
    not_found: m.notFound,
    out_of_order: m.outOfOrder,
    already_running: m.alreadyRunning,
    insufficient_credits: m.insufficient,
    invalid_inputs: m.invalidInputs,
    price_changed: m.priceChanged,
    paid_credits_missing: m.paidMissing,
    invalid_workflow: m.invalidWorkflow,
  }
  return sentences[error.code] ?? (error.status === 0 ? m.network : m.unknown)
}
