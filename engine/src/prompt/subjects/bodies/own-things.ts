/** What is told of somebody and would lie about as a thing of its own: jewels, a costume, who is with child, what is on the head already. */
import type { AskedSubject, Person } from '../../asked.ts'
import { numberSaid } from '../../counting.ts'
import { BREAK, wordSet } from '../../tokens.ts'
import type { Draft } from '../worn-and-held.ts'

export function ownThings(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const rules = [inTheMirror, ofWomen, ofFour, onWheels, eaten, withChild, jewelled, dressedUp, onTheHead, ownCar]
  return rules.reduce((all, rule) => rule(all, tokens), drafts)
}

type Rule = (drafts: readonly Draft[], tokens: readonly string[]) => readonly Draft[]

/** Without `from`: its words are said by `to`, which is changed. */
function joined(
  drafts: readonly Draft[],
  { from, to, change = (asked) => asked }: { from: Draft; to: Draft; change?: (asked: AskedSubject) => AskedSubject },
): readonly Draft[] {
  return drafts.flatMap((draft) => {
    if (draft === from) return []
    if (draft !== to) return [draft]
    const asked = change(draft.asked)
    return [{ ...draft, asked: { ...asked, said: [...asked.said, ...from.asked.said] } }]
  })
}

/** « une boxeuse enceinte »: nobody else. */
const withChild: Rule = (drafts) => {
  const place = drafts.findIndex(
    ({ hit, asked }, at) =>
      asked.subject === 'pregnant-woman' &&
      /^(?:enceinte|pregnant)s?$/.test(hit.word) &&
      isSheBefore(drafts[at - 1], hit.at),
  )
  if (place < 1) return drafts
  const [to, from] = [drafts[place - 1]!, drafts[place]!]
  const likened = (asked: AskedSubject) => ({ ...asked, likened: [...(asked.likened ?? []), ...from.asked.said] })
  return joined(drafts, { from, to, change: likened })
}

function isSheBefore(draft: Draft | undefined, at: number): boolean {
  return draft !== undefined && draft.asked.figure !== null && at - (draft.hit.at + draft.hit.length) <= 1
}

const JEWELS = wordSet('gem-stone prayer-beads ring')

/** « lunettes et bijoux en or »: on whoever was named. */
const jewelled: Rule = (drafts, tokens) => {
  const from = drafts.find(
    ({ asked, hit }) => JEWELS.has(asked.subject) && /^(?:bij|jew|parure|collier|bracelet|perle)/.test(hit.word),
  )
  const to = from && drafts.findLast(({ asked, hit }) => asked.figure !== null && hit.at < from.hit.at)
  if (!from || !to || isWork(tokens, to, from)) return drafts
  const jewelColour = from.asked.colour ?? 'gold'
  return joined(drafts, { from, to, change: (asked) => ({ ...asked, figure: { ...asked.figure!, jewelColour } }) })
}

const WORKS = wordSet(
  'vend vendent vendant vendeuse vendeur fabrique fabriquent bijoutier bijoutiere enfile sells selling',
)

function isWork(tokens: readonly string[], { hit }: Draft, { hit: thing }: Draft): boolean {
  return tokens.slice(hit.at, thing.at).some((token) => WORKS.has(token) || token === 'devant' || token === 'avec')
}

const MASKED = wordSet('egungun zangbeto gelede mask')
const COSTUMES = wordSet('man-in-tuxedo prayer-beads womans-clothes cowries')

/** « un egungun avec costume et perles »: what it is made of. */
const dressedUp: Rule = (drafts) => {
  const to = drafts.find(({ asked }) => MASKED.has(asked.subject))
  const from = to && drafts.find(({ asked, hit }) => COSTUMES.has(asked.subject) && hit.at > to.hit.at)
  return to && from ? dressedUp(joined(drafts, { from, to }), []) : drafts
}

/** « une vendeuse avec un grand panier sur la tête » has it there by her trade. */
const onTheHead: Rule = (drafts, tokens) => {
  const from = drafts.find(({ asked, hit }) => {
    const after = tokens.slice(hit.at + hit.length, hit.at + hit.length + 4).join(' ')
    return asked.subject === 'basket' && /^(?:\w+ )?(?:sur|on) (?:la|sa|her|the) (?:tete|head)\b/.test(after)
  })
  const to = from && drafts.findLast(({ asked, hit }) => hit.at < from.hit.at && asked.figure?.attribute === 'basket')
  if (!from || !to || to.asked.figure?.pose !== 'carrying') return drafts
  return joined(drafts, { from, to })
}

const FAMILIES = /^(?:famille|family)/
/** More would be too small to be seen. */
const MOST_HEADS = 6

/** « une famille de quatre »: as many heads, the last of them children. */
const ofFour: Rule = (drafts, tokens) => {
  const last = drafts.findLast(({ hit }) => FAMILIES.test(hit.word))
  if (!last) return drafts
  const after = last.hit.at + last.hit.length
  const heads = /^(?:de|d|of)$/.test(tokens[after] ?? '') ? numberSaid(tokens[after + 1] ?? '') : null
  const others = drafts.filter(({ hit }) => hit === last.hit).length - 1
  if (heads === null || heads > MOST_HEADS || others < 1) return drafts
  const count = Math.max(1, heads - others)
  return drafts.map((draft) => (draft === last ? { ...draft, asked: { ...draft.asked, count } } : draft))
}

/** « le miroir montre deux clients »: they are in it, behind who is shown. */
const inTheMirror: Rule = (drafts, tokens) => {
  const shows = tokens.findIndex((token, at) => token === 'montre' && tokens[at - 1] === 'miroir')
  const isBefore = drafts.some(({ asked, hit }) => asked.figure !== null && hit.at < shows)
  return shows > 0 && isBefore ? drafts.filter(({ asked, hit }) => asked.figure === null || hit.at < shows) : drafts
}

const HERS: Partial<Record<string, Person>> = { man: 'woman', person: 'woman', boy: 'girl' }

/** « une équipe de foot féminine » */
const ofWomen: Rule = (drafts, tokens) =>
  drafts.map((draft) => {
    const { hit, asked } = draft
    const next = tokens.slice(hit.at + hit.length, hit.at + hit.length + 2)
    const person = HERS[asked.figure?.person ?? '']
    if (!person || !next.some((token) => /^feminine?s?$/.test(token))) return draft
    return { ...draft, asked: { ...asked, figure: { ...asked.figure!, person } } }
  })

const TEACHES = wordSet('apprend apprennent apprenant enseigne montre teaches teaching')
const TWO_WHEELS = wordSet('bicycle motorcycle motor-scooter kick-scooter')

/** « papi apprend le vélo à sa petite-fille »: she rides, and he is beside her. */
const onWheels: Rule = (drafts, tokens) => {
  const [teacher, wheels, pupil] = drafts
  if (!teacher?.asked.figure || !wheels || !pupil?.asked.figure || !TWO_WHEELS.has(wheels.asked.subject)) return drafts
  const isTaught = tokens.slice(teacher.hit.at, wheels.hit.at).some((token) => TEACHES.has(token))
  const isTo = tokens.slice(wheels.hit.at, pupil.hit.at).some((token) => token === 'a' || token === 'to')
  if (!isTaught || !isTo) return drafts
  const { subject, colour } = wheels.asked
  return joined(drafts, {
    from: wheels,
    to: pupil,
    change: (asked) => ({
      ...asked,
      figure: { ...asked.figure!, attribute: subject, pose: 'riding', accessoryColour: colour },
    }),
  })
}

const EATS = wordSet(
  'mange mangent mangeant mangeaient partagent partage deguste degustent eat eats eating share sharing',
)
const DISHES =
  wordSet(`thieboudienne foutou attieke cooked-rice curry-rice spaghetti steaming-bowl pot-of-food amiwo whole-pizza pizza
  shallow-pan-of-food fried-plantain grilled-fish couscous fondue poutine`)

/** « un grand plat de riz, cinq personnes mangent autour »: whoever eats is the picture, the dish before them. */
const eaten: Rule = (drafts, tokens) => {
  const [dish] = drafts
  const place = drafts.findIndex(({ asked, hit }) => {
    const after = tokens.slice(hit.at + hit.length, hit.at + hit.length + 4)
    return asked.figure !== null && asked.figure.person !== 'baby' && after.some((token) => EATS.has(token))
  })
  if (!dish || place < 1 || !DISHES.has(dish.asked.subject)) return drafts
  const eaters = drafts.filter(({ hit }) => hit === drafts[place]!.hit)
  const seated = eaters.map((draft) => ({
    ...draft,
    asked: {
      ...draft.asked,
      figure: { ...draft.asked.figure!, pose: 'sitting' as const, doing: 'eating' as const, attribute: null },
    },
  }))
  return [...seated, ...drafts.filter((draft) => !eaters.includes(draft))]
}

const CARS = wordSet('automobile taxi sport-utility-vehicle')
const OWN = wordSet('sa son his her leur their')

/** « un taxi …, le capot de sa voiture jaune »: the one that was named. */
const ownCar: Rule = (drafts, tokens) => {
  const from = drafts.find(({ asked, hit }) => asked.subject === 'automobile' && isOwned(tokens, hit.at))
  const to =
    from && drafts.find((draft) => draft !== from && CARS.has(draft.asked.subject) && draft.hit.at < from.hit.at)
  return from && to
    ? joined(drafts, { from, to, change: (asked) => ({ ...asked, colour: from.asked.colour ?? asked.colour }) })
    : drafts
}

/** « his yellow car » */
function isOwned(tokens: readonly string[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 2), at)
  return !before.includes(BREAK) && before.some((token) => OWN.has(token))
}
