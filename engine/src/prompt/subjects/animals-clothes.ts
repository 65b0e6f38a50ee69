/** What an animal wears: « des pigeons en costume », « un chien astronaute », « un singe docteur ». */
import { HEADS } from '../../subjects/heads.ts'
import type { AskedFigure, AskedSubject, Headwear } from '../asked.ts'
import { isWornBy } from '../lexicon/wear.ts'
import { wordSet } from '../tokens.ts'
import type { Draft } from './worn-and-held.ts'

/** Round a neck, or before a chest. */
export const NECKWEAR = wordSet('neck-scarf suit-front tie-front')
export const SPACE_HELMET = 'space-helmet'
/** All that sits on an animal where it is worn. */
export const WORN_BY_ANIMALS = wordSet(
  `crown top-hat womans-hat billed-cap tuque chef-hat glasses sunglasses rescue-workers-helmet military-helmet ${[...NECKWEAR].join(' ')} ${SPACE_HELMET}`,
)

const AS_CLOTHES: Readonly<Record<string, string>> = {
  scarf: 'neck-scarf',
  'man-in-tuxedo': 'suit-front',
  coat: 'suit-front',
  necktie: 'tie-front',
}
const AS_HATS: Readonly<Partial<Record<Headwear, string>>> = {
  crown: 'crown',
  helmet: 'rescue-workers-helmet',
  cap: 'billed-cap',
  'peaked-cap': 'billed-cap',
  toque: 'chef-hat',
  'straw-hat': 'womans-hat',
  tuque: 'tuque',
  'pointed-hat': 'top-hat',
}
const ASTRONAUTS = wordSet('astronaut man-astronaut woman-astronaut')

export function isDressable({ subject, figure }: AskedSubject): boolean {
  return figure === null && HEADS.has(subject)
}

/** What is worn becomes a thing on whom it is given to; who is named right behind an animal is what it is dressed as. */
export function dressedAnimals(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  return drafts.map((draft, place) => {
    const to = drafts.slice(0, place).findLastIndex(({ asked }) => isDressable(asked))
    if (to < 0) return draft
    const { hit } = drafts[to]!
    const between = tokens.slice(hit.at + hit.length, draft.hit.at)
    const worn = isWornBy(between) ? clothesOf(draft.asked) : between.length === 0 ? roleOf(draft.asked) : undefined
    return worn ? wearing(draft, worn, to) : draft
  })
}

function clothesOf({ subject, figure }: AskedSubject): string | undefined {
  return figure === null ? AS_CLOTHES[subject] : (figure.garment === 'suit' && 'suit-front') || undefined
}

function roleOf({ subject, figure }: AskedSubject): string | undefined {
  if (ASTRONAUTS.has(subject)) return SPACE_HELMET
  return figure === null ? undefined : dressOf(figure)
}

function dressOf({ headwear, garment }: AskedFigure): string | undefined {
  return (headwear && AS_HATS[headwear]) ?? (garment === 'suit' || garment === 'coat' ? 'suit-front' : undefined)
}

function wearing({ hit, asked }: Draft, subject: string, to: number): Draft {
  const colour = asked.colour ?? (subject === 'crown' ? 'gold' : null)
  return { hit, asked: { ...asked, subject, figure: null, colour, count: 1, relation: { kind: 'on', to } } }
}
