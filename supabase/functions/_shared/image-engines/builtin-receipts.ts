/** What the built-in engine did with each reference, in words for the person. */
import type { UsedReference } from '@product/engine'

import { defaultInfluence } from '../contract/src/index.ts'
import type { Reference, ReferenceReceipt } from './image-engine.ts'

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
  const parts = [`${uses[how]} (${Math.round(share * 100)} % de l’image)`]
  if (isSkyReplaced) parts.push('son ciel vient de votre description')
  if (role === 'style') parts.push('le moteur intégré ne sait pas en reprendre le seul style')
  if (influence !== defaultInfluence) parts.push('l’influence n’est pas réglable avec ce moteur')
  return `${parts.join(' ; ')}.`
}

const uses: Record<UsedReference['how'], string> = {
  structure: 'Donne sa structure à l’image',
  diagonal: 'Occupe une partie de l’image, en diagonale',
  bands: 'Occupe une bande de l’image',
  'double-exposure': 'Se mêle à l’autre image en double exposition',
  radial: 'Occupe un secteur de l’image',
}
