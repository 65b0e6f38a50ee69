/** What the words around somebody's name say of who that is, and of what is on the head. */
import type { AskedFigure, ColourName, Face } from '../../asked.ts'
import { leadingAdjectives } from '../../lexicon/sentence.ts'
import type { Hit } from '../../match.ts'
import { drawablesFor, isHandled, isSomebodyNamed, keyOfWord } from '../subject-lexicon.ts'
import { type Age, agesSaid, ofAge } from './ages.ts'

const ON_HEAD = / (?:turban|foulard|chapeau|casquette|moussor)$/
/** Words of people that are the same for both. */
const EPICENE =
  /(?:iste|aire|ologue|aphe|eute|gardien|eve|pilote|guide|juge|prof|chef|medecin|docteur|agent|athlete|capitaine|ministre|peintre|poete|interprete|camarade|pirate|soldat|marin|arbitre|cadre|enfant|ado|adolescent|gosse|jeune|architecte|ingenieur|professeur|pompier|mecano|zem|zemidjan|motard|fan|boxeur|chauffeur)$/
/** Feminine words of anybody. */
const ANYBODY =
  /^(?:personne|star|celebrite|foule|public|gens|people|chorale|gospel|choir|troupe|bande|equipe|classe|assemblee)/

interface Sentence {
  readonly tokens: readonly string[]
  readonly hits: readonly Hit[]
}

export function asSaid(hit: Hit, figure: AskedFigure | null, sentence: Sentence): AskedFigure | null {
  const named = asNamed(hit, figure, sentence.tokens)
  if (!named) return null
  const said = saidOf(hit, sentence)
  const face = FACES.find(([, words]) => words.test(said))?.[0]
  const age = ageSaid(hit, sentence)
  return {
    ...(age ? ofAge(named, age.years) : named),
    ...(BRAIDS.test(said) && { hair: 'braids' as const }),
    ...(face && { face }),
    ...turbanOf(hit, sentence),
    ...(isBarefoot(hit, sentence) && { isBarefoot: true }),
  }
}

/** « …, turban indigo »: on the head, in its colour. */
function turbanOf(hit: Hit, { tokens, hits }: Sentence): Partial<AskedFigure> {
  const next = hits.find((one) => one.at > hit.at && couldDoIt(one))
  const at = tokens.indexOf('turban', hit.at + hit.length)
  if (at < 0 || at > (next?.at ?? Infinity) || ['sans', 'without'].includes(tokens[at - 1] ?? '')) return {}
  const colour = hits.find((one) => one.kind === 'colour' && one.at === at + 1)
  return { headwear: 'turban', ...(colour && { headColour: colour.id as ColourName }) }
}

const FACES: readonly (readonly [Face, RegExp])[] = [
  ['crying', /\b(?:pleure|pleurent|pleurant|pleurer|sanglote|en larmes|crying|cries|weeping|in tears)\b/],
  ['singing', /\b(?:chante|chantent|chantant|chanter|singing|sings)\b/],
  [
    'laughing',
    /\b(?:rit|rient|rire|riant|rigole|rigolent|rigoler|hilares?|laughing|laughs|sourit|sourient|sourire|souriante?s?|smiling|heureux|heureuses?|joyeux|joyeuses?|happy)\b/,
  ],
  ['eyes-closed', /\b(?:yeux (?:fermes|clos)|eyes closed|closed eyes)\b/],
]
const BRAIDS = /\b(?:tresses|nattes|dreadlocks|locks|braids|vanilles)\b/
const WHO_SHOWS = 14

const NEGATED = /\b(?:ne|n|pas|plus|jamais|sans|not|never|without) \w+/g

/** Behind whoever is named, before anybody else is; or right before: « an 8-year-old girl ». */
function ageSaid(hit: Hit, { tokens, hits }: Sentence): Age | undefined {
  const people = hits.filter((one) => one.kind === 'subject' && isSomebody(one))
  return agesSaid(tokens).find(({ at, length }) => {
    if (at + length === hit.at) return true
    return people.findLast((one) => one.at < at)?.at === hit.at
  })
}

/** « a crying baby »: between the article and the name. */
function saidBefore(at: number, tokens: readonly string[]): string {
  const from = tokens.slice(0, at).findLastIndex((token) => !/ing$|^happy$|^(?:petite?|little|young)$/.test(token))
  return tokens.slice(from + 1, at).join(' ')
}

/** Up to the next one who is named and could do it too, and nothing that is denied. */
function saidOf({ at, length }: Hit, { tokens, hits }: Sentence): string {
  const next = hits.find((one) => one.at > at && couldDoIt(one))
  const words = tokens.slice(at + length, Math.min(at + length + WHO_SHOWS, next?.at ?? tokens.length)).join(' ')
  return `${saidBefore(at, tokens)} ${words}`.replaceAll(NEGATED, '')
}

/** « un chien qui pleure » beside somebody: no person does. */
function couldDoIt({ kind, id, word }: Hit): boolean {
  if (kind === 'element') return id === 'birds'
  const [first] = drawablesFor(keyOfWord(word)) ?? []
  return kind === 'subject' && first !== undefined && isSomebodyNamed(word) && !isHandled(first.subject)
}

const BAREFOOT = /\b(?:pieds? nus?|barefoot|bare feet)\b/

/** « une fille pieds nus et un garçon en chaussures »: she alone is. */
function isBarefoot(hit: Hit, { tokens, hits }: Sentence): boolean {
  if (!BAREFOOT.test(tokens.join(' '))) return false
  const people = hits.filter((one) => one.kind === 'subject' && isSomebody(one))
  const isFirst = people.every(({ at }) => at >= hit.at)
  const next = people.find(({ at }) => at > hit.at)
  const from = isFirst ? 0 : beforeName(hit.at, tokens)
  return BAREFOOT.test(tokens.slice(from, next && beforeName(next.at, tokens)).join(' '))
}

function isSomebody({ word }: Hit): boolean {
  return drawablesFor(keyOfWord(word))?.some(({ figure }) => figure !== null) ?? false
}

/** « a barefoot little girl » */
function beforeName(at: number, tokens: readonly string[]): number {
  let from = at
  while (from > 0 && (leadingAdjectives.has(tokens[from - 1]!) || tokens[from - 1] === 'barefoot')) from -= 1
  return from
}

/** « une pianiste » */
function asNamed({ word, at }: Hit, figure: AskedFigure | null, tokens: readonly string[]): AskedFigure | null {
  const her = figure && HERS[figure.person]
  if (!figure || !her || !isOfBoth(figure, word)) return figure
  let before = at - 1
  while (leadingAdjectives.has(tokens[before] ?? '')) before -= 1
  return HER_ARTICLES.has(tokens[before] ?? '') ? { ...figure, person: her } : figure
}

function isOfBoth({ person }: AskedFigure, word: string): boolean {
  return EPICENE.test(word) || (person === 'person' && !ANYBODY.test(word))
}

const HERS: Readonly<Partial<Record<AskedFigure['person'], AskedFigure['person']>>> = {
  man: 'woman',
  person: 'woman',
  boy: 'girl',
}
const HER_ARTICLES: ReadonlySet<string> = new Set(['une', 'la', 'cette'])

/** « un homme en turban bleu »: the turban is. */
export function isOnHead({ word }: Hit): boolean {
  return ON_HEAD.test(word)
}
