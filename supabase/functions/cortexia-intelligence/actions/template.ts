/** `template`: a description from one of the built-in forms, and the list of them. */
import { TemplateRequest, type TemplateListResult, type TemplateResult } from '../../_shared/contract/src/index.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import { FunctionError } from '../../_shared/respond.ts'
import type { Call } from '../call.ts'
import { fillTemplate, listTemplates, templateNames } from '../templates/templates.ts'

export async function template(_call: Call, body: unknown): Promise<TemplateListResult | TemplateResult> {
  const { template: name, slots, language: hint } = parseRequest(TemplateRequest, withSlots(body))
  const language = hint ?? 'fr'
  if (name === null) return { source: 'rules', warnings: [], language, templates: listTemplates(language) }
  const filled = fillTemplate(name, slots ?? {}, language)
  if (filled === null) {
    throw new FunctionError(404, 'not_found', `template: one of ${templateNames.join(', ')}`, { field: 'template' })
  }
  return { source: 'rules', warnings: [], language, mode: 'normal', ...filled }
}

const named = new Set(['action', 'user_id', 'language', 'template', 'slots'])

/** Spec §7 writes `template {template, ...}`: slots may stand beside it as well. */
function withSlots(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const beside = Object.entries(body).filter(([name, value]) => !named.has(name) && typeof value === 'string')
  const given = 'slots' in body ? body.slots : null
  if (beside.length === 0 || (given !== null && typeof given !== 'object')) return body
  return { ...body, slots: { ...Object.fromEntries(beside), ...given } }
}
