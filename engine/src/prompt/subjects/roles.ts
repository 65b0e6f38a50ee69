/** Who is dressed as another one, and who has another one's trade: one body, not two. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedSubject } from '../asked.ts'
import { isEnglish } from '../language-of.ts'
import { WORN } from '../lexicon/wear.ts'
import { BREAK, wordSet } from '../tokens.ts'
import { sayAlso } from './connect-subjects.ts'
import { keyOfWord } from './subject-lexicon.ts'
import type { Draft } from './worn-and-held.ts'

const WORKERS: ReadonlySet<string | undefined> = new Set([
  'animal',
  'bird',
  'fantasy',
  'sea',
  'insect',
  'festive',
  'person',
])
const HEROES = wordSet('superhero woman-superhero man-superhero')

/** « un robot infirmier », « un chat cuisinier »: nobody else is there; « a chicken farmer » is the farmer, with his hens. */
export function inTrade(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const place = drafts.findIndex((draft, at) => at > 0 && isTradeOf(drafts[at - 1]!, draft))
  if (place < 0) return drafts
  const [one, trade] = [drafts[place - 1]!, drafts[place]!]
  // Of the trade nothing is drawn on an animal: it is left unsaid, and the plan tells it as missing.
  const shown = isInEnglish(one, tokens) ? [trade, one] : [one]
  return [...drafts.slice(0, place - 1), ...shown, ...inTrade(drafts.slice(place + 1), tokens)]
}

/** Without a small word the animal's name tells. */
function isInEnglish({ hit, asked }: Draft, tokens: readonly string[]): boolean {
  const { labels } = SUBJECTS.get(asked.subject) ?? {}
  return isEnglish(tokens) || (labels?.en === hit.word && labels.fr !== hit.word)
}

function isTradeOf({ hit, asked }: Draft, trade: Draft): boolean {
  const isNext = trade.hit.at === hit.at + hit.length
  const isLiving = WORKERS.has(SUBJECTS.get(asked.subject)?.family) || asked.subject === 'robot'
  const { figure } = trade.asked
  // « un éléphant roi » has the crown.
  const hasTrade = figure !== null && figure.headwear !== 'crown' && (figure.garment ?? figure.attribute) !== null
  return isNext && asked.figure === null && isLiving && hasTrade
}

const AS = wordSet('en as')
const ROLES: ReadonlySet<string | undefined> = new Set(['fantasy', 'person', 'head'])

/** « une femme médecin », « une dame élégante »: the second word tells what the first one is. */
export function inApposition(drafts: readonly Draft[]): readonly Draft[] {
  const place = drafts.findIndex((draft, at) => at > 0 && isSameBody(drafts[at - 1]!, draft))
  if (place < 0) return drafts
  const [own, role] = [drafts[place - 1]!, drafts[place]!]
  const one = sayAlso({ hit: own.hit, asked: dressedAs(own.asked, role.asked) }, ...role.asked.said)
  return inApposition([...drafts.slice(0, place - 1), one, ...drafts.slice(place + 1)])
}

function isSameBody(own: Draft, role: Draft): boolean {
  const isNext = role.hit.at === own.hit.at + own.hit.length
  return isNext && own.asked.figure !== null && own.asked.figure.garment === null && role.asked.figure !== null
}

/** What is danced, and nobody who dances. */
const DANCES = /^(?:coupe decale|gerewol|zouglou|mapouka|salsa|tango|ndombolo|sabar|breakdance|capoeira|ballet|danse)/

/** « quatre adolescents dansent le coupé-décalé »: they are who is seen. */
export function inTheirDance(drafts: readonly Draft[]): readonly Draft[] {
  const place = drafts.findIndex(
    ({ hit, asked }, at) => at > 0 && DANCES.test(keyOfWord(hit.word)) && asked.figure !== null,
  )
  const dancers = drafts.slice(0, Math.max(0, place)).findLast(({ asked }) => asked.figure?.pose === 'dancing')
  if (place < 0 || !dancers) return drafts
  const said = drafts[place]!.asked.said
  return drafts.flatMap((draft, at) => (at === place ? [] : [draft === dancers ? sayAlso(draft, ...said) : draft]))
}

/** « ma fille en princesse », « un enfant déguisé en super-héros »: one who wears it. */
export function inRole(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const place = drafts.findIndex((_, at) => at > 0 && isRoleOf(drafts, at, tokens))
  if (place < 0) return drafts
  const [own, role] = [drafts[place - 1]!, drafts[place]!]
  const one = sayAlso({ hit: own.hit, asked: dressedAs(own.asked, role.asked) }, ...role.asked.said)
  return inRole([...drafts.slice(0, place - 1), one, ...drafts.slice(place + 1)], tokens)
}

function isRoleOf(drafts: readonly Draft[], place: number, tokens: readonly string[]): boolean {
  const [{ hit, asked }, role] = [drafts[place - 1]!, drafts[place]!]
  const between = tokens.slice(hit.at + hit.length, role.hit.at)
  const last = between.findLast((token) => token !== 'a' && token !== 'the' && token !== 'une' && token !== 'un')
  if (asked.figure === null || between.includes(BREAK) || !AS.has(last ?? '')) return false
  const isOne = drafts.filter((draft) => draft.hit === role.hit).length === 1
  if (WORN[role.asked.subject]) return false
  return isOne && (role.asked.figure !== null || ROLES.has(SUBJECTS.get(role.asked.subject)?.family))
}

function dressedAs(own: AskedSubject, role: AskedSubject): AskedSubject {
  const [figure, worn] = [own.figure!, role.figure]
  const colour = own.colour ?? role.colour
  if (HEROES.has(role.subject)) {
    const hero = {
      ...figure,
      garment: figure.garment ?? ('shirt' as const),
      cape: 'red' as const,
      pose: 'cheering' as const,
    }
    return { ...own, figure: hero, colour: colour ?? 'blue' }
  }
  if (!worn) return { ...drawnAs(own, role), colour }
  const pose = figure.pose ?? (worn.pose === 'standing' ? null : worn.pose)
  return {
    ...own,
    colour,
    figure: { ...worn, person: figure.person, tone: figure.tone ?? worn.tone, hair: figure.hair ?? worn.hair, pose },
  }
}

/** « un garçon en robot »: the robot is drawn, and small. */
function drawnAs(own: AskedSubject, { subject, grade }: AskedSubject): AskedSubject {
  const person = own.figure?.person
  const size = person === 'boy' || person === 'girl' ? ('small' as const) : own.size
  return { ...own, subject, figure: null, grade, size, likened: [...(own.likened ?? []), ...own.said] }
}
