/** What the nodes of a ComfyUI server take and give, from its `/object_info`. */
import { EngineError } from '../image-engine.ts'
import { isObject, type OwnServer } from '../self-hosted/own-server.ts'

export interface NodeInput {
  /** `MODEL`, `INT`…; `COMBO` has `options`. */
  readonly type: string
  readonly options: readonly string[] | null
  readonly isRequired: boolean
  /** Its options are files that may have been uploaded after the list was made. */
  readonly isUpload: boolean
}

export interface NodeClass {
  readonly inputs: ReadonlyMap<string, NodeInput>
  readonly outputs: readonly string[]
  /** ComfyUI runs what these need, and nothing else. */
  readonly isOutput: boolean
}

/** Null for a class that is not installed. */
export type NodeCatalog = ReadonlyMap<string, NodeClass | null>

export interface NodeCatalogReader {
  read(classes: Iterable<string>, signal: AbortSignal): Promise<NodeCatalog>
  /** What was read may have changed: a model was added, a node installed. */
  forget(): void
}

const freshForMs = 10 * 60_000
/** A checkpoint loader lists every file of a large collection. */
const infoLimit = 8 * 2 ** 20

export function createNodeCatalogReader(server: OwnServer): NodeCatalogReader {
  const known = new Map<string, NodeClass | null>()
  let readAt = 0

  async function readClass(name: string, signal: AbortSignal): Promise<void> {
    const info = await server.json(`/object_info/${encodeURIComponent(name)}`, { signal, limit: infoLimit })
    if (!isObject(info)) throw new EngineError('engine_failed', `${server.label} describes its nodes in no way we know`)
    const described = info[name]
    known.set(name, isObject(described) ? toNodeClass(described) : null)
  }

  return {
    async read(classes, signal) {
      if (Date.now() - readAt > freshForMs) {
        known.clear()
        readAt = Date.now()
      }
      const missing = [...new Set(classes)].filter((name) => !known.has(name))
      await Promise.all(missing.map((name) => readClass(name, signal)))
      return known
    },
    forget() {
      readAt = 0
    },
  }
}

/** The choices of an input, such as the checkpoints of the server; none where the node is not installed. */
export function optionsOf(catalog: NodeCatalog, className: string, input: string): readonly string[] {
  return catalog.get(className)?.inputs.get(input)?.options ?? []
}

function toNodeClass(info: Record<string, unknown>): NodeClass {
  const groups = isObject(info['input']) ? info['input'] : {}
  const inputs = new Map<string, NodeInput>()
  for (const group of ['required', 'optional']) {
    const described = groups[group]
    if (!isObject(described)) continue
    for (const [name, shape] of Object.entries(described)) inputs.set(name, toInput(shape, group === 'required'))
  }
  const outputs = Array.isArray(info['output']) ? info['output'].map(typeName) : []
  return { inputs, outputs, isOutput: info['output_node'] === true }
}

/** `["INT", {…}]`, the older `[["a", "b"], {…}]`, or the newer `["COMBO", {"options": ["a", "b"]}]`. */
function toInput(shape: unknown, isRequired: boolean): NodeInput {
  const [type, details] = Array.isArray(shape) ? (shape as unknown[]) : []
  const settings = isObject(details) ? details : {}
  const listed = Array.isArray(type) ? type : type === 'COMBO' ? settings['options'] : null
  const options = Array.isArray(listed) ? listed.filter((option) => typeof option === 'string') : null
  const isUpload = Object.keys(settings).some((key) => key.endsWith('_upload') && settings[key] === true)
  return { type: typeName(type), options, isRequired, isUpload }
}

function typeName(type: unknown): string {
  return typeof type === 'string' ? type : 'COMBO'
}
