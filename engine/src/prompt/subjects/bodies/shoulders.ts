/** « un père porte sa fille sur les épaules », « un enfant sur les épaules de son père »: one body, and a small one above it. */
import { wordSet } from '../../tokens.ts'
import type { Draft } from '../worn-and-held.ts'

const ON_SHOULDERS =
  /^(?:assise? |perchee? |juchee? |sitting )?(?:sur|on) (?:les|ses|l|his|her|the) (?:epaules?|shoulders?)\b/
const CHILDREN = wordSet('girl boy baby')

/** Whoever bears the other, with both names; null where nobody is borne. */
export function onShoulders(owner: Draft, draft: Draft, tokens: readonly string[]): Draft | null {
  if (!owner.asked.figure || !draft.asked.figure || owner.asked.count > 1 || draft.asked.count > 1) return null
  if (isSaidAfter(draft, tokens) && CHILDREN.has(draft.asked.figure.person)) return bearing(owner, draft)
  if (isSaidAfter(owner, tokens) && isOf(owner, draft, tokens) && CHILDREN.has(owner.asked.figure.person))
    return bearing(draft, owner)
  return null
}

function isSaidAfter({ hit }: Draft, tokens: readonly string[]): boolean {
  return ON_SHOULDERS.test(tokens.slice(hit.at + hit.length, hit.at + hit.length + 5).join(' '))
}

/** « de son père » */
function isOf({ hit }: Draft, { hit: next }: Draft, tokens: readonly string[]): boolean {
  const between = tokens.slice(hit.at + hit.length, next.at)
  return (
    between.length <= 8 &&
    (between.includes('de') ||
      between.includes('d') ||
      between.includes('du') ||
      /^(?:his|her)$/.test(between.at(-1) ?? ''))
  )
}

function bearing({ hit, asked }: Draft, { asked: child }: Draft): Draft {
  const figure = {
    ...asked.figure!,
    pose: 'standing' as const,
    attribute: null,
    onShoulders: { figure: child.figure!, colour: child.colour },
  }
  return { hit, asked: { ...asked, figure, relation: null, said: [...asked.said, ...child.said] } }
}
