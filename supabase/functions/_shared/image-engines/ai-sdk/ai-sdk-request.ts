/** From an order to what a model behind the AI SDK is asked, and what the person is told of it. Pure. */
import { defaultInfluence, type ReferenceRole } from '../../contract/src/index.ts'
import type { ImageOrder, Reference, ReferenceReceipt } from '../image-engine.ts'
import { denoiseFor } from '../self-hosted/own-references.ts'
import type { ModelTraits, Ratio, Size } from './ai-sdk-models.ts'

export interface ModelRequest {
  readonly prompt: string
  readonly references: readonly Reference[]
  readonly receipts: readonly ReferenceReceipt[]
  readonly warnings: readonly string[]
  /** Null where the model has no field for it. */
  readonly negativePrompt: string | null
  readonly seed: number | null
  readonly width: number
  readonly height: number
  readonly size: Size | null
  readonly ratio: Ratio | null
  /** How much of the reference is painted anew; null where the model decides. */
  readonly strength: number | null
}

export function toModelRequest(order: ImageOrder, traits: ModelTraits): ModelRequest {
  const { negativePrompt } = order
  const used = order.references.slice(0, traits.references)
  const isFolded = negativePrompt !== null && traits.negativePrompt === 'prompt'
  const parts = [
    order.prompt,
    traits.guidance === 'words' ? tellReferences(used) : '',
    // NOTE: most models have no field for it and would not say that they ignored one.
    isFolded ? `Éviter : ${negativePrompt}.` : '',
  ]
  const [first] = used
  return {
    prompt: parts.filter(Boolean).join('\n\n'),
    references: used,
    receipts: order.references.map((reference, index) => receiptOf(reference, index + 1, traits)),
    warnings: [],
    negativePrompt: isFolded ? null : negativePrompt,
    seed: traits.seed ? order.seed : null,
    strength: traits.guidance === 'strength' && first && !isUsual(first) ? denoiseFor(first.influence) : null,
    ...sizeFor(order, traits),
  }
}

function isUsual({ influence }: Reference): boolean {
  return influence === defaultInfluence
}

type Measures = Pick<ModelRequest, 'width' | 'height' | 'size' | 'ratio'>

function sizeFor({ width, height }: ImageOrder, { size }: ModelTraits): Measures {
  if (size.kind === 'ratio') {
    return { width, height, size: null, ratio: nearest(size.ratios, width / height, ratioOf) }
  }
  if (size.kind === 'list') {
    const wanted = nearest(size.sizes, width / height, ratioOf, (text) => Math.abs(widthOf(text) - width))
    return { width: widthOf(wanted), height: heightOf(wanted), size: wanted, ratio: null }
  }
  const { step, min, max } = size
  const fit = (side: number) => Math.min(max, Math.max(min, Math.round(side / step) * step))
  // Too large a picture keeps its shape.
  const scale = Math.min(1, max / Math.max(width, height))
  const [w, h] = [fit(width * scale), fit(height * scale)]
  return { width: w, height: h, size: `${w}x${h}`, ratio: null }
}

const widthOf = (text: string): number => Number(/^\d+/.exec(text)?.[0])
const heightOf = (text: string): number => Number(/\d+$/.exec(text)?.[0])
const ratioOf = (text: string): number => widthOf(text) / heightOf(text)

function nearest<T extends string>(
  choices: readonly T[],
  wanted: number,
  of: (choice: T) => number,
  tie: (choice: T) => number = () => 0,
): T {
  const distance = (choice: T) => Math.abs(Math.log(of(choice) / wanted))
  return choices.toSorted((a, b) => distance(a) - distance(b) || tie(a) - tie(b))[0]!
}

const purposes: Record<Exclude<ReferenceRole, 'auto'>, string> = {
  subject: 'reprendre son sujet',
  style: 'reprendre seulement son style, ni son sujet ni sa composition',
  composition: 'reprendre seulement sa composition',
}

/** Editing models take their pictures in order, and what each is for from the words. */
function tellReferences(references: readonly Reference[]): string {
  const sentences = references.map((reference, index) => {
    const { role } = reference
    const parts = [role === 'auto' ? '' : purposes[role], closeness(reference)].filter(Boolean)
    return parts.length === 0 ? '' : `Image ${index + 1} : ${parts.join(', ')}.`
  })
  return sentences.filter(Boolean).join(' ')
}

function closeness({ influence }: Reference): string {
  if (influence >= 0.8) return 'la suivre de très près'
  return influence <= 0.4 ? "ne s'en inspirer que librement" : ''
}

const takesNone = 'Non utilisée : ce modèle ne prend pas de référence.'
const takesOne = 'Non utilisée : ce modèle ne prend qu’une seule référence.'

function receiptOf(reference: Reference, position: number, { references, guidance }: ModelTraits): ReferenceReceipt {
  if (references === 0) return { position, used: false, as: 'engine-takes-none', note: takesNone }
  if (position > references) return { position, used: false, as: 'engine-takes-one', note: takesOne }
  const parts = [guidance === 'strength' ? 'Point de départ de l’image' : 'Transmise au modèle']
  if (guidance === 'words' && tellReferences([reference])) parts.push('votre consigne lui est donnée en mots')
  if (guidance !== 'words' && reference.role !== 'auto') parts.push('ce modèle ne connaît pas de rôles')
  if (guidance === 'none' && !isUsual(reference)) parts.push('son influence n’est pas réglable')
  const as = guidance === 'strength' ? 'init' : 'edit-input'
  return { position, used: true, as, note: `${parts.join(' ; ')}.` }
}
