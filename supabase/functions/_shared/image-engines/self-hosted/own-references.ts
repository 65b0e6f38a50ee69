/** How references serve engines that start from a noisy picture, and what the person is told of it. */
import type { ReferenceRole } from '../../contract/src/index.ts'
import type { Reference, ReferenceReceipt } from '../image-engine.ts'

/** How much of a start picture is painted anew: hardly followed 0.95, the engine's own way 0.6, closely 0.25. */
export function denoiseFor(influence: number): number {
  return Math.round((0.95 - 0.7 * influence) * 100) / 100
}

const leftOut: Record<ReferenceRole, string> = {
  auto: '',
  subject: ' ; ce moteur ne sait pas n’en garder que le sujet',
  style: ' ; ce moteur ne sait pas n’en garder que le style',
  composition: '',
}

/** The picture that painting starts from. */
export function asInit(position: number, { role, influence }: Reference): ReferenceReceipt {
  const note = `Point de départ de l’image, suivi à ${percent(influence)}${leftOut[role]}.`
  return { position, used: true, as: 'init', note }
}

const guided: Record<ReferenceRole, string> = {
  auto: 'l’image',
  subject: 'le sujet',
  style: 'le style',
  composition: 'la composition',
}

/** A picture that steers the model while it paints. */
export function asGuide(position: number, { role, influence }: Reference): ReferenceReceipt {
  return { position, used: true, as: 'ip-adapter', note: `Guide ${guided[role]}, à ${percent(influence)}.` }
}

/** An input of an editing model, which has no dial for it. */
export function asEditInput(position: number): ReferenceReceipt {
  const note = 'Transmise au modèle comme image de référence ; seuls les modèles d’édition en tiennent compte.'
  return { position, used: true, as: 'edit-input', note }
}

/** An input of the operator's own workflow. */
export function asWorkflowInput(position: number): ReferenceReceipt {
  return { position, used: true, as: 'workflow-input', note: 'Transmise au workflow de ce serveur.' }
}

export function leftOutByEngine(position: number): ReferenceReceipt {
  const note = 'Non utilisée : ce moteur ne prend qu’une seule référence.'
  return { position, used: false, as: 'engine-takes-one', note }
}

export function leftOutByWorkflow(position: number): ReferenceReceipt {
  const note = 'Non utilisée : le workflow de ce serveur n’a pas d’entrée pour elle.'
  return { position, used: false, as: 'workflow-takes-fewer', note }
}

/** The diffusion models' grid. */
export function onGrid(width: number, height: number): { width: number; height: number; warnings: readonly string[] } {
  const [w, h] = [width, height].map((side) => Math.round(side / 8) * 8) as [number, number]
  if (w === width && h === height) return { width, height, warnings: [] }
  const warning = `Ce moteur travaille par pas de 8 pixels : ${width} × ${height} devient ${w} × ${h}.`
  return { width: w, height: h, warnings: [warning] }
}

function percent(influence: number): string {
  return `${Math.round(influence * 100)} %`
}
