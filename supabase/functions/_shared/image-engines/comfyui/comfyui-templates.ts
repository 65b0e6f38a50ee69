/** Our own workflows, in the words of the operators' ones: any checkpoint, a start picture, pictures that steer. */
import type { ReferenceRole } from '../../contract/src/index.ts'
import type { Reference, ReferenceReceipt } from '../image-engine.ts'
import { asGuide, asInit, leftOutByEngine } from '../self-hosted/own-references.ts'
import { optionsOf, type NodeCatalog } from './comfyui-nodes.ts'
import type { Workflow, WorkflowNode } from './comfyui-workflow.ts'

/** Of the extension "IPAdapter plus", which many servers have. */
export const adapterClasses = ['IPAdapterUnifiedLoader', 'IPAdapterAdvanced'] as const
const adapterPreset = 'PLUS (high strength)'

export interface ReferencePlan {
  /** Position of the picture that painting starts from. */
  readonly init: number | null
  /** Positions of those that steer. */
  readonly guides: readonly number[]
  readonly receipts: readonly ReferenceReceipt[]
}

export function canSteer(catalog: NodeCatalog): boolean {
  return (
    adapterClasses.every((name) => catalog.get(name)) &&
    optionsOf(catalog, 'IPAdapterUnifiedLoader', 'preset').includes(adapterPreset)
  )
}

/** Where pictures can steer, those for subject and style do; painting starts from the first of the others. */
export function planReferences(references: readonly Reference[], canSteer: boolean): ReferencePlan {
  const found = references.findIndex(({ role }) => role === 'auto' || role === 'composition')
  const init = found >= 0 ? found + 1 : !canSteer && references.length > 0 ? 1 : null
  const receipts = references.map((reference, index) => {
    const position = index + 1
    if (position === init) return asInit(position, reference)
    return canSteer ? asGuide(position, reference) : leftOutByEngine(position)
  })
  const guides = receipts.filter(({ as }) => as === 'ip-adapter').map(({ position }) => position)
  return { init, guides, receipts }
}

export function templateFor(plan: ReferencePlan, references: readonly Reference[], catalog: NodeCatalog): Workflow {
  return {
    checkpoint: node('CheckpointLoaderSimple', { ckpt_name: '{{ckpt}}' }),
    positive: node('CLIPTextEncode', { text: '{{prompt}}', clip: ['checkpoint', 1] }),
    negative: node('CLIPTextEncode', { text: '{{negative}}', clip: ['checkpoint', 1] }),
    ...canvas(plan.init),
    ...guides(plan.guides, (position) => weightType(references[position - 1]?.role ?? 'auto', catalog)),
    sampler: node('KSampler', {
      seed: '{{seed}}',
      steps: '{{steps}}',
      cfg: '{{cfg}}',
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: plan.init === null ? 1 : '{{denoise}}',
      model: plan.guides.length > 0 ? [`guide${plan.guides.at(-1)}`, 0] : ['checkpoint', 0],
      positive: ['positive', 0],
      negative: ['negative', 0],
      latent_image: ['canvas', 0],
    }),
    decoded: node('VAEDecode', { samples: ['sampler', 0], vae: ['checkpoint', 2] }),
    // Not SaveImage: people's pictures would pile up on the operator's disk.
    picture: node('PreviewImage', { images: ['decoded', 0] }),
  }
}

function canvas(init: number | null): Workflow {
  if (init === null)
    return { canvas: node('EmptyLatentImage', { width: '{{width}}', height: '{{height}}', batch_size: 1 }) }
  const scaled = { upscale_method: 'lanczos', width: '{{width}}', height: '{{height}}', crop: 'center' }
  return {
    start: node('LoadImage', { image: `{{image${init}}}` }),
    scaled: node('ImageScale', { image: ['start', 0], ...scaled }),
    canvas: node('VAEEncode', { pixels: ['scaled', 0], vae: ['checkpoint', 2] }),
  }
}

function guides(positions: readonly number[], weightType: (position: number) => string): Workflow {
  if (positions.length === 0) return {}
  const nodes: Record<string, WorkflowNode> = {
    adapter: node('IPAdapterUnifiedLoader', { model: ['checkpoint', 0], preset: adapterPreset }),
  }
  let model = 'adapter'
  for (const position of positions) {
    nodes[`image${position}`] = node('LoadImage', { image: `{{image${position}}}` })
    nodes[`guide${position}`] = node('IPAdapterAdvanced', {
      model: [model, 0],
      ipadapter: ['adapter', 1],
      image: [`image${position}`, 0],
      weight: `{{influence${position}}}`,
      weight_type: weightType(position),
      combine_embeds: 'concat',
      start_at: 0,
      end_at: 1,
      embeds_scaling: 'V only',
    })
    model = `guide${position}`
  }
  return nodes
}

const weightTypes: Partial<Record<ReferenceRole, string>> = { style: 'style transfer', composition: 'composition' }

function weightType(role: ReferenceRole, catalog: NodeCatalog): string {
  const wanted = weightTypes[role] ?? 'linear'
  return optionsOf(catalog, 'IPAdapterAdvanced', 'weight_type').includes(wanted) ? wanted : 'linear'
}

function node(className: string, inputs: WorkflowNode['inputs']): WorkflowNode {
  return { class_type: className, inputs }
}
