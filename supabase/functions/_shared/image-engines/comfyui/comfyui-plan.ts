/** Which workflow carries out an order, with what in its placeholders, and what the person is told of it. */
import type { EngineCapabilities, ImageOrder, ReferenceReceipt } from '../image-engine.ts'
import { asWorkflowInput, denoiseFor, leftOutByWorkflow, onGrid } from '../self-hosted/own-references.ts'
import { optionsOf, type NodeCatalog, type NodeCatalogReader } from './comfyui-nodes.ts'
import { adapterClasses, canSteer, planReferences, templateFor } from './comfyui-templates.ts'
import { buildWorkflow, classesOf, placeholdersOf, type Workflow, type WorkflowValues } from './comfyui-workflow.ts'

export interface OrderPlan {
  readonly template: Workflow
  readonly catalog: NodeCatalog
  /** All but the pictures, whose names come with their upload. */
  readonly values: WorkflowValues
  /** Placeholders of the pictures that the template takes. */
  readonly pictures: ReadonlySet<string>
  readonly seed: number | null
  readonly facts: Readonly<Record<string, unknown>>
  readonly receipts: readonly ReferenceReceipt[]
  readonly warnings: readonly string[]
}

export interface PlannerSettings {
  /** The operator's own, by their names; ours where there is none. */
  readonly workflows: Readonly<Record<string, Workflow>>
  /** The first of the server where null. */
  readonly checkpoint: string | null
  readonly steps: number
  readonly cfg: number
}

export interface OrderPlanner {
  plan(order: ImageOrder, signal: AbortSignal): Promise<OrderPlan>
  takesReferences(): EngineCapabilities['references']
  /** For a while, when a server has the nodes that steer but not their models. */
  stopSteering(): void
}

const pictureNames = ['image1', 'image2', 'image3'] as const
const noSteeringForMs = 10 * 60_000

/** Whatever our own workflows are made of. */
const ownClasses = [
  'CheckpointLoaderSimple',
  'CLIPTextEncode',
  'EmptyLatentImage',
  'ImageScale',
  'KSampler',
  'LoadImage',
  'PreviewImage',
  'VAEDecode',
  'VAEEncode',
]

export function createOrderPlanner(settings: PlannerSettings, catalogs: NodeCatalogReader): OrderPlanner {
  const own = Object.entries(settings.workflows)
  let noSteeringUntil = 0
  let steered = false

  async function planOwn(order: ImageOrder, signal: AbortSignal): Promise<Omit<OrderPlan, 'values' | 'pictures'>> {
    const classes = own.flatMap(([, workflow]) => [...classesOf(workflow)])
    const catalog = await catalogs.read([...classes, 'CheckpointLoaderSimple'], signal)
    const [name, template] = fittest(
      own,
      order,
      { ...valuesOf(order, settings, catalog), ...samplePictures(order) },
      catalog,
    )
    const placeholders = placeholdersOf(template)
    const receipts = order.references.map((_, index) =>
      placeholders.has(`image${index + 1}`) ? asWorkflowInput(index + 1) : leftOutByWorkflow(index + 1),
    )
    const seed = placeholders.has('seed') ? order.seed : null
    return { template, catalog, seed, facts: { workflow: name }, receipts, warnings: gapsOf(placeholders, order) }
  }

  async function planWithOurs(order: ImageOrder, signal: AbortSignal): Promise<Omit<OrderPlan, 'values' | 'pictures'>> {
    const catalog = await catalogs.read([...ownClasses, ...adapterClasses], signal)
    steered = Date.now() > noSteeringUntil && canSteer(catalog)
    const plan = planReferences(order.references, steered)
    const template = templateFor(plan, order.references, catalog)
    const workflow = plan.guides.length > 0 ? 'ip-adapter' : plan.init === null ? 'txt2img' : 'img2img'
    const checkpoint = checkpointOf(settings, catalog)
    const facts = { workflow, checkpoint, steps: settings.steps }
    return { template, catalog, seed: order.seed, facts, receipts: plan.receipts, warnings: [] }
  }

  return {
    async plan(order, signal) {
      const plan = own.length > 0 ? await planOwn(order, signal) : await planWithOurs(order, signal)
      const placeholders = placeholdersOf(plan.template)
      const grid = onGrid(order.width, order.height)
      const takesSize = placeholders.has('width') && placeholders.has('height')
      return {
        ...plan,
        values: valuesOf(order, settings, plan.catalog),
        pictures: new Set(pictureNames.filter((name) => placeholders.has(name))),
        warnings: takesSize ? [...plan.warnings, ...grid.warnings] : plan.warnings,
      }
    },
    takesReferences() {
      if (own.length === 0) return steered ? 3 : 1
      const taken = pictureNames.filter((name) => own.some(([, workflow]) => placeholdersOf(workflow).has(name)))
      return taken.length as EngineCapabilities['references']
    },
    stopSteering() {
      noSteeringUntil = Date.now() + noSteeringForMs
    },
  }
}

/** Of the operator's workflows that this order makes whole, the first that takes most of its references. */
function fittest(
  workflows: readonly (readonly [string, Workflow])[],
  order: ImageOrder,
  values: WorkflowValues,
  catalog: NodeCatalog,
): readonly [string, Workflow] {
  let refusal: unknown = null
  let best: { readonly candidate: readonly [string, Workflow]; readonly taken: number } | null = null
  for (const candidate of workflows) {
    try {
      buildWorkflow(candidate[1], values, catalog)
      const placeholders = placeholdersOf(candidate[1])
      const taken = order.references.filter((_, index) => placeholders.has(`image${index + 1}`)).length
      if (!best || taken > best.taken) best = { candidate, taken }
    } catch (error) {
      refusal ??= error
    }
  }
  if (!best) throw refusal
  return best.candidate
}

function valuesOf(order: ImageOrder, settings: PlannerSettings, catalog: NodeCatalog): WorkflowValues {
  const { references, prompt, negativePrompt, seed } = order
  const { width, height } = onGrid(order.width, order.height)
  const influences = pictureNames.map((_, index) => references[index]?.influence ?? 0.5)
  const start = references.find(({ role }) => role === 'auto' || role === 'composition') ?? references[0]
  return {
    prompt,
    negative: negativePrompt ?? '',
    seed,
    width,
    height,
    n: 1,
    steps: settings.steps,
    cfg: settings.cfg,
    ckpt: checkpointOf(settings, catalog),
    denoise: start ? denoiseFor(start.influence) : 1,
    ...Object.fromEntries(influences.map((influence, index) => [`influence${index + 1}`, influence])),
    ...Object.fromEntries(pictureNames.map((name) => [name, null])),
  }
}

function samplePictures({ references }: ImageOrder): WorkflowValues {
  return Object.fromEntries(pictureNames.slice(0, references.length).map((name) => [name, `${name}.png`]))
}

function checkpointOf({ checkpoint }: PlannerSettings, catalog: NodeCatalog): string {
  return checkpoint ?? optionsOf(catalog, 'CheckpointLoaderSimple', 'ckpt_name')[0] ?? ''
}

function gapsOf(placeholders: ReadonlySet<string>, { negativePrompt }: ImageOrder): string[] {
  const takesSize = placeholders.has('width') && placeholders.has('height')
  return [
    ...(takesSize ? [] : ['Le workflow de ce serveur choisit lui-même la taille de l’image.']),
    ...(negativePrompt && !placeholders.has('negative')
      ? ['Le workflow de ce serveur ne tient pas compte de ce qu’il faut éviter.']
      : []),
  ]
}
