/** From a workflow with placeholders (ComfyUI's API format) to the one that is sent, checked against the server's nodes. */
import { EngineError } from '../image-engine.ts'
import { isObject } from '../self-hosted/own-server.ts'
import type { NodeCatalog, NodeInput } from './comfyui-nodes.ts'

export interface WorkflowNode {
  readonly class_type: string
  /** Literals, and links `[node, output]`. */
  readonly inputs: Readonly<Record<string, unknown>>
}
export type Workflow = Readonly<Record<string, WorkflowNode>>

/** By the placeholder's name; null is a picture that this order does not have. */
export type WorkflowValues = Readonly<Record<string, string | number | null>>

type Link = readonly [node: string, output: number]

const placeholder = /\{\{\s*(\w+)\s*\}\}/g
const onePlaceholder = /^\{\{\s*(\w+)\s*\}\}$/

/** @throws {EngineError} when the text is no workflow in API format */
export function parseWorkflow(name: string, text: string): Workflow {
  const parsed = ((): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      throw misfit(`${name} is no JSON`)
    }
  })()
  if (isObject(parsed) && Array.isArray(parsed['nodes']))
    throw misfit(`${name} is a workflow of the editor: export it by "Export (API)"`)
  if (!isObject(parsed) || Object.keys(parsed).length === 0) throw misfit(`${name} is no workflow`)
  for (const [id, node] of Object.entries(parsed)) {
    if (!isObject(node) || typeof node['class_type'] !== 'string' || !isObject(node['inputs']))
      throw misfit(`${name}: node ${id} has no class_type or no inputs`)
  }
  return parsed as Workflow
}

export function placeholdersOf(workflow: Workflow): ReadonlySet<string> {
  const names = Object.values(workflow).flatMap(({ inputs }) =>
    Object.values(inputs).flatMap((value) =>
      typeof value === 'string' ? [...value.matchAll(placeholder)].map(([, name = '']) => name) : [],
    ),
  )
  return new Set(names)
}

export function classesOf(workflow: Workflow): ReadonlySet<string> {
  return new Set(Object.values(workflow).map(({ class_type: name }) => name))
}

/**
 * The workflow with its placeholders filled. Nodes whose picture is missing are bypassed as in the editor: what they
 * pass on of a type that they take goes straight through, optional inputs are left open.
 *
 * @throws {EngineError} naming node and input, when something is missing, unknown, or not installed
 */
export function buildWorkflow(template: Workflow, values: WorkflowValues, catalog: NodeCatalog): Workflow {
  for (const [id, node] of Object.entries(template)) {
    if (!catalog.get(node.class_type)) throw misfit(`${title(id, node)} is not installed on the server`)
  }
  const { filled, gaps } = fill(template, values)
  const whole = bypass(filled, gaps, catalog)
  const needed = neededBy(whole, catalog)
  if (Object.keys(needed).length === 0)
    throw misfit(
      gaps.size > 0 ? 'The workflow needs a picture that the order has not' : 'The workflow saves no picture',
    )
  check(needed, catalog)
  return needed
}

function fill(template: Workflow, values: WorkflowValues): { filled: Workflow; gaps: Set<string> } {
  const gaps = new Set<string>()
  const filled: Record<string, WorkflowNode> = {}
  for (const [id, node] of Object.entries(template)) {
    const valueOf = (name: string, input: string): string | number => {
      const value = values[name]
      if (value === undefined) throw misfit(`${title(id, node)}, input ${input}: {{${name}}} is no placeholder`)
      if (value === null) gaps.add(id)
      return value ?? ''
    }
    const inputs = Object.entries(node.inputs).map(([input, value]) => {
      if (typeof value !== 'string') return [input, value] as const
      const only = onePlaceholder.exec(value)?.[1]
      if (only !== undefined) return [input, valueOf(only, input)] as const
      return [input, value.replaceAll(placeholder, (_, name: string) => String(valueOf(name, input)))] as const
    })
    filled[id] = { class_type: node.class_type, inputs: Object.fromEntries(inputs) }
  }
  return { filled, gaps }
}

function bypass(workflow: Workflow, gaps: ReadonlySet<string>, catalog: NodeCatalog): Workflow {
  const gone = new Set(gaps)
  let current = workflow
  for (let before = -1; before !== gone.size;) {
    before = gone.size
    const next: Record<string, WorkflowNode> = {}
    for (const [id, node] of Object.entries(current)) {
      if (gone.has(id)) continue
      const inputs = Object.entries(node.inputs).flatMap(([name, value]): [string, unknown][] => {
        if (!isLink(value) || !gone.has(value[0])) return [[name, value]]
        const through = passThrough(value, { workflow, gone, catalog })
        if (through) return [[name, through]]
        if (catalog.get(node.class_type)?.inputs.get(name)?.isRequired) gone.add(id)
        return []
      })
      next[id] = { ...node, inputs: Object.fromEntries(inputs) }
    }
    current = next
  }
  return Object.fromEntries(Object.entries(current).filter(([id]) => !gone.has(id)))
}

interface Surroundings {
  readonly workflow: Workflow
  readonly gone: ReadonlySet<string>
  readonly catalog: NodeCatalog
}

/** Where a link leads when the nodes that are gone let through what they take of its type. */
function passThrough([id, output]: Link, around: Surroundings, passed: ReadonlySet<string> = new Set()): Link | null {
  const { workflow, gone, catalog } = around
  if (!gone.has(id)) return [id, output]
  const node = workflow[id]
  const described = node && catalog.get(node.class_type)
  if (!described || passed.has(id)) return null
  const type = described.outputs[output]
  for (const [name, value] of Object.entries(node.inputs)) {
    if (described.inputs.get(name)?.type !== type || !isLink(value)) continue
    const through = passThrough(value, around, new Set([...passed, id]))
    if (through) return through
  }
  return null
}

function neededBy(workflow: Workflow, catalog: NodeCatalog): Workflow {
  const needed = new Set<string>()
  const visit = (id: string): void => {
    const node = workflow[id]
    if (!node || needed.has(id)) return
    needed.add(id)
    for (const value of Object.values(node.inputs)) if (isLink(value)) visit(value[0])
  }
  for (const [id, node] of Object.entries(workflow)) if (catalog.get(node.class_type)?.isOutput) visit(id)
  return Object.fromEntries(Object.entries(workflow).filter(([id]) => needed.has(id)))
}

function check(workflow: Workflow, catalog: NodeCatalog): void {
  for (const [id, node] of Object.entries(workflow)) {
    for (const [name, described] of catalog.get(node.class_type)?.inputs ?? []) {
      const problem = problemWith(node.inputs[name], described, workflow)
      if (problem) throw misfit(`${title(id, node)}, input ${name}: ${problem}`)
    }
  }
}

function problemWith(value: unknown, { isRequired, options, isUpload, type }: NodeInput, workflow: Workflow): string {
  // Inputs that grow by themselves have other names in a workflow than in the description.
  if (value === undefined) return isRequired && !type.startsWith('COMFY_') ? 'is missing' : ''
  if (isLink(value)) return workflow[value[0]] ? '' : `leads to node ${value[0]}, which is not there`
  const isUnknown = options && !isUpload && typeof value === 'string' && !options.includes(value)
  return isUnknown ? `"${value}" is not on the server` : ''
}

function isLink(value: unknown): value is Link {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number'
}

function title(id: string, { class_type: name }: WorkflowNode): string {
  return `Node ${id} (${name})`
}

/** Asking again does not mend it; the next engine may take over. */
function misfit(message: string): EngineError {
  return new EngineError('engine_failed', message.slice(0, 400), { isOperatorsFault: true })
}
