/** What the built-in engine did with each reference, in words for the person. */
import type { UsedReference } from '@product/engine'

import type { Reference, ReferenceReceipt } from '../image-engine.ts'

export function receiptsOf(
  references: readonly Reference[],
  used: readonly UsedReference[],
): readonly ReferenceReceipt[] {
  return references.map((reference, index) => {
    const position = index + 1
    const use = used[index]
    if (use === undefined)
      return { position, used: false, as: 'too-many', note: 'Trois images au plus sont utilisées.' }
    return { position, used: true, as: use.how, note: noteOf(reference, use) }
  })
}

function noteOf({ role, influence }: Reference, { how, share, isSkyReplaced }: UsedReference): string {
  const percent = (part: number) => `${Math.round(part * 100)} %`
  if (how === 'style') return `Donne ses couleurs et sa lumière à l’image, à ${percent(influence)}.`
  const parts = [`${uses[how]} (${percent(share)} de l’image)`, `suivie à ${percent(influence)}`]
  if (role === 'composition') parts.push('ses couleurs viennent de votre description')
  if (isSkyReplaced) parts.push('son ciel vient de votre description')
  return `${parts.join(' ; ')}.`
}

const uses: Record<Exclude<UsedReference['how'], 'style'>, string> = {
  structure: 'Donne sa structure à l’image',
  diagonal: 'Occupe une partie de l’image, en diagonale',
  bands: 'Occupe une bande de l’image',
  'double-exposure': 'Se mêle à l’autre image en double exposition',
  radial: 'Occupe un secteur de l’image',
}
