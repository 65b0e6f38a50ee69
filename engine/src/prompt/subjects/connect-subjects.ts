/** What the subjects of a sentence are to each other: worn, held, ridden, part of a whole, the room around, or in a place. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedFigure, AskedSubject } from '../asked.ts'
import { isWornBy, WORN } from '../lexicon/wear.ts'
import { BREAK, wordSet } from '../tokens.ts'
import { acting } from './acts.ts'
import { isDressable, WORN_BY_ANIMALS } from './animals-clothes.ts'
import { inGait } from './bodies/gaits.ts'
import { withPassenger } from './bodies/passengers.ts'
import { perched } from './bodies/perches.ts'
import { onShoulders } from './bodies/shoulders.ts'
import { related } from './relate-subjects.ts'
import { type Draft, isShoes, taken } from './worn-and-held.ts'

export function sayAlso({ hit, asked }: Draft, ...keys: readonly string[]): Draft {
  return { hit, asked: { ...asked, said: [...asked.said, ...keys] } }
}

/** Joins what belongs together, then sets the rest to each other; `most` are kept. */
export function connect(
  drafts: readonly Draft[],
  { tokens, typed }: { readonly tokens: readonly string[]; readonly typed: readonly string[] },
  most: number,
): AskedSubject[] {
  const kept: Draft[] = []
  for (const draft of drafts) {
    const at = kept.findIndex(({ asked }) => PARTS[asked.subject]?.includes(draft.asked.subject))
    const within = kept.findIndex(({ asked }) => PARTS[draft.asked.subject]?.includes(asked.subject))
    if (at >= 0) kept[at] = sayAlso(kept[at]!, ...draft.asked.said)
    else if (within > 0) kept[within] = sayAlso(draft, ...kept[within]!.asked.said)
    else keep(kept, draft, tokens)
  }
  const shown = kept.slice(0, most)
  const acted = acting(related(shown, tokens), shown, typed)
  return [...perched(acted.length === shown.length ? inGait(acted, shown, tokens) : acted, shown, tokens)]
}

/** As a part of whose it is, or for itself. */
function keep(kept: Draft[], draft: Draft, tokens: readonly string[]): void {
  const owner = wearerOf(kept, draft) ?? userOf(kept, draft, tokens) ?? kept.at(-1)
  if (!owner) return void kept.push(draft)
  const joined = joinedTo(owner, draft, tokens)
  if (joined && owner !== kept.at(-1)) kept[kept.indexOf(owner)] = joined
  else if (joined) wearAlike(kept, joined)
  else if (isDummy(owner, draft) || isGrown(owner, draft, tokens))
    kept[kept.length - 1] = sayAlso(owner, ...draft.asked.said)
  else if (!isNoThing(owner, draft, tokens)) kept.push(besides(owner, draft, kept.indexOf(owner)))
}

/** « un planteur qui ouvre une cabosse avec sa machette »: it is in his hand. */
function userOf(kept: readonly Draft[], { hit, asked }: Draft, tokens: readonly string[]): Draft | undefined {
  const user = kept.findLast((draft) => draft.asked.figure !== null)
  if (!user || kept.at(-1)!.asked.figure || isDressable(kept.at(-1)!.asked)) return undefined
  if (tokens[hit.at - 1] === 'a' && TWO_WHEELS.has(asked.subject)) return user
  const isPounded = user.asked.figure?.pose === 'pounding' && asked.subject === 'mortar'
  return isPounded || isWornByWhom(hit, asked, tokens) || isUsedBy(hit, asked, tokens) ? user : undefined
}

const TWO_WHEELS = wordSet('bicycle motorcycle motor-scooter kick-scooter')

function isUsedBy(hit: Draft['hit'], asked: AskedSubject, tokens: readonly string[]): boolean {
  const before = tokens.slice(hit.at - 3, hit.at)
  const isWith = before.some((word) => word === 'avec' || word === 'with')
  const isWorn = WORN[asked.subject] !== undefined && (isWith || before.includes('en') || before.includes('et'))
  const isOwn = isWith && (OWN.has(before.at(-1) ?? '') || TOOLS.has(asked.subject))
  return isWorn || isOwn
}

/** « …, foulard orange sur la tête », « …, chapeau de paille »: told after other things, and on whoever is there. */
function isWornByWhom(hit: Draft['hit'], { subject }: AskedSubject, tokens: readonly string[]): boolean {
  const isWear = WORN[subject] !== undefined || subject === 'backpack' || isShoes(subject)
  const after = tokens.slice(hit.at + hit.length, hit.at + hit.length + 5).join(' ')
  const isLaid = LAID_SOMEWHERE.test(after.split(BREAK, 1)[0]!) && !ON_BODY.test(after)
  return isWear && (ON_BODY.test(after) || (tokens[hit.at - 1] === BREAK && !isLaid))
}

const LAID_SOMEWHERE = /(?:^| )(?:sur|dans|sous|devant|derriere|on|in|under) /
const ON_BODY =
  /^(?:\w+ )?(?:sur|on|au|aux|a|autour) (?:la |sa |le |les |ses |du |her |his )?(?:tete|dos|cou|pied|pieds|epaule|epaules|head|back|neck)/

const TOOLS = wordSet(
  'kitchen-knife carpentry-saw hammer axe scissors broom paintbrush shovel pick wrench screwdriver spoon mobile-phone camera',
)

const OWN = wordSet('sa son ses leur leurs his her their')

/** « des enfants en uniforme », girls and boys: all whom one word names are dressed as the last of them is. */
function wearAlike(kept: Draft[], joined: Draft): void {
  const { asked, hit } = kept.at(-1)!
  const isDressed = asked.colour !== joined.asked.colour || asked.figure?.garment !== joined.asked.figure?.garment
  for (const [place, other] of kept.entries()) {
    const { figure } = other.asked
    if (other.hit !== hit || !figure || !isDressed) continue
    const garment = figure.garment === 'robe' ? figure.garment : (joined.asked.figure?.garment ?? null)
    kept[place] = { ...other, asked: { ...other.asked, colour: joined.asked.colour, figure: { ...figure, garment } } }
  }
  kept[kept.length - 1] = joined
}

/** « une pirogue de pêcheurs »: they are in it. */
function isCrewOf(
  { asked: { subject }, hit }: Draft,
  { asked: { figure }, hit: own }: Draft,
  tokens: readonly string[],
): boolean {
  const between = tokens.slice(hit.at + hit.length, own.at)
  return (
    subject === 'canoe' &&
    figure !== null &&
    !figure.doing &&
    figure.person !== 'baby' &&
    !between.some((word) => JOINS.has(word))
  )
}

const JOINS: ReadonlySet<string> = new Set(['et', 'and', BREAK])

/** « trois pirogues avec des dames »: one in each. */
function asManyAs({ asked: { count } }: Draft, crew: Draft): Draft {
  return count > 1 ? { ...crew, asked: { ...crew.asked, count } } : crew
}

/** « … qui vendent des ananas »: in the boat. */
function isWares({ asked: { figure } }: Draft, { asked: { subject } }: Draft): boolean {
  return figure?.attribute === 'canoe' && SUBJECTS.get(subject)?.family === 'food'
}

/** « un zémidjan … sur sa moto »: he is on it. */
function isOwnMount(
  { asked: { figure } }: Draft,
  { hit, asked: { subject } }: Draft,
  tokens: readonly string[],
): boolean {
  const isMounted = figure?.pose === 'riding' && TWO_WHEELS.has(figure.attribute ?? '') && TWO_WHEELS.has(subject)
  return isMounted && OWN.has(tokens[hit.at - 1] ?? '')
}

function onOwnMount({ hit, asked }: Draft, { asked: { colour, said } }: Draft): Draft {
  const figure = { ...asked.figure!, accessoryColour: colour ?? asked.figure!.accessoryColour }
  return { hit, asked: { ...asked, figure, said: [...asked.said, ...said] } }
}

/** « transporte trois sacs de riz »: behind the seat. */
function isCargo(owner: Draft, { hit, asked }: Draft, tokens: readonly string[]): boolean {
  const { figure, count } = owner.asked
  const isMounted =
    figure?.pose === 'riding' && TWO_WHEELS.has(figure.attribute ?? '') && !figure.passenger && count === 1
  const between = tokens.slice(owner.hit.at + owner.hit.length, hit.at)
  return isMounted && CARGO.has(asked.subject) && between.some((token) => LOADS.has(token)) && asked.count <= MOST_CARGO
}

const LOADS = wordSet(
  'transporte transportent transportant porte portant charge chargee charges avec livre livrant carrying with',
)
const CARGO = wordSet('sack package luggage basket bucket')
/** What fits behind the seat. */
const MOST_CARGO = 3

function loadedBehind({ hit, asked }: Draft, { asked: { subject, count, said } }: Draft): Draft {
  const load = [...(asked.figure!.load ?? []), ...Array.from({ length: count }, () => subject)]
  return { hit, asked: { ...asked, figure: { ...asked.figure!, load }, said: [...asked.said, ...said] } }
}

function laden({ hit, asked }: Draft, { asked: { subject, said } }: Draft): Draft {
  const load = [...(asked.figure!.load ?? []), subject]
  return { hit, asked: { ...asked, figure: { ...asked.figure!, load }, said: [...asked.said, ...said] } }
}

/** The one before with what belongs to it; null for a thing of its own. */
function joinedTo(owner: Draft, draft: Draft, tokens: readonly string[]): Draft | null {
  if (isDressOf(owner, draft)) return inColour(owner, draft)
  if (isCrewOf(owner, draft, tokens))
    return withFigure(asManyAs(owner, draft), { ...draft.asked.figure!, attribute: 'canoe', pose: 'riding' }, owner)
  if (isWares(owner, draft)) return laden(owner, draft)
  if (isOwnMount(owner, draft, tokens)) return onOwnMount(owner, draft)
  if (isCargo(owner, draft, tokens)) return loadedBehind(owner, draft)
  const borne = onShoulders(owner, draft, tokens)
  if (borne) return borne
  const passenger = withPassenger(owner, draft, { tokens, join: joinedTo })
  if (passenger) return passenger
  const figure = taken(owner, draft, tokens)
  if (figure) return withFigure(owner, figure, draft)
  return isMadeFor(owner, draft, tokens) ? dressed(owner, draft) : null
}

/** A load lies on what carries it, goods in a heap before who sells them. */
function besides(owner: Draft, draft: Draft, to: number): Draft {
  if (isLoad(owner, draft)) return loaded(draft, to)
  if (isOnItsHead(owner.asked, draft.asked.subject)) return loaded(draft, to)
  return isSold(owner, draft) ? heaped(draft) : draft
}

/** « une robe sur un mannequin »: it has no body of its own. */
function isDummy({ asked }: Draft, { hit }: Draft): boolean {
  return hit.word === 'mannequin' && SUBJECTS.get(asked.subject)?.family === 'clothes'
}

/** Already drawn with what they belong to. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'birthday-cake': ['candle', 'strawberry', 'party-popper'],
  'christmas-tree': ['star', 'glowing-star', 'candle'],
  minibus: ['house'],
  'fishing-pole': ['fish'],
  pizza: ['tomato', 'cheese-wedge'],
  'whole-pizza': ['tomato', 'cheese-wedge'],
  poutine: ['cheese-wedge', 'french-fries', 'pot-of-food', 'bowl-with-spoon', 'plate'],
  'couch-and-lamp': ['light-bulb'],
  dragon: ['fire'],
  'treasure-chest': ['coin', 'gem-stone'],
  'motor-scooter': ['wheel'],
  foutou: ['pot-of-food', 'peanuts', 'bowl-with-spoon'],
  'cooked-rice': ['bowl-with-spoon'],
  spaghetti: ['plate', 'bowl-with-spoon'],
  'green-salad': ['bowl-with-spoon'],
  amiwo: ['poultry-leg', 'fish', 'grilled-fish', 'onion', 'tomato', 'hot-pepper', 'plate'],
  attieke: ['fish', 'grilled-fish', 'onion', 'tomato'],
  'curry-rice': ['cooked-rice'],
  thieboudienne: [
    'cooked-rice',
    'fish',
    'grilled-fish',
    'carrot',
    'roasted-sweet-potato',
    'eggplant',
    'leafy-green',
    'lemon',
    'hot-pepper',
    'tomato',
    'onion',
  ],
  'tropical-drink': ['ice', 'herb', 'lemon'],
  'cup-with-straw': ['ice', 'herb', 'lemon'],
  'glass-of-juice': ['ice', 'herb', 'lemon'],
  'glass-of-water': ['ice', 'herb', 'lemon'],
  'tumbler-glass': ['ice', 'herb', 'lemon'],
  hamburger: ['tomato', 'cheese-wedge'],
  'salt-heaps': ['salt'],
  grill: ['skewers', 'poultry-leg', 'grilled-fish', 'fish', 'meat-on-bone', 'cut-of-meat', 'ear-of-corn'],
}

/** « un boubou pour homme »: somebody wears it. */
function isMadeFor({ asked }: Draft, { hit, asked: person }: Draft, tokens: readonly string[]): boolean {
  const isGarment = WORN[asked.subject]?.garment !== undefined
  return isGarment && person.figure !== null && person.figure.garment === null && FOR.has(tokens[hit.at - 1] ?? '')
}

const FOR = new Set(['pour', 'for'])

function dressed({ hit, asked }: Draft, { asked: { figure, said } }: Draft): Draft {
  const worn = { ...figure!, ...WORN[asked.subject] }
  return { hit, asked: { ...asked, subject: 'figure', figure: worn, said: [...asked.said, ...said] } }
}

/** « avec des bagages sur le toit » */
function isLoad({ asked: { subject } }: Draft, { asked }: Draft): boolean {
  return (subject === 'minibus' && asked.subject === 'luggage') || (subject === 'bicycle' && BASKETS.has(asked.subject))
}

const BASKETS = wordSet('basket flower-basket')

function loaded({ hit, asked }: Draft, to: number): Draft {
  return { hit, asked: { ...asked, relation: { kind: 'on', to } } }
}

/** « une vendeuse de mangues »: her goods lie in a heap before her. */
function isSold({ hit, asked: { figure } }: Draft, { hit: own, asked: { subject, count } }: Draft): boolean {
  const family = SUBJECTS.get(subject)?.family ?? ''
  const isNext = own.at - (hit.at + hit.length) <= 1
  return figure?.attribute === 'basket' && isNext && count < MOST_GOODS && GOODS.has(family)
}

const GOODS = wordSet('food sea plant thing drink')
const MOST_GOODS = 4

function heaped({ hit, asked }: Draft): Draft {
  return { hit, asked: { ...asked, count: MOST_GOODS, size: 'small' } }
}

/** « un planteur de cacao »: what he grows is told by his name. */
function isGrown({ hit }: Draft, { hit: own }: Draft, tokens: readonly string[]): boolean {
  return GROWERS.test(hit.word) && own.at - (hit.at + hit.length) === 1 && OF_WHAT.has(tokens[own.at - 1] ?? '')
}

const GROWERS = /^(?:planteu|producte|cultivat|exploitant|eleveu)/
const OF_WHAT = wordSet('de d')

/** A matter, cloth alone, or what somebody wears and no figure can put on: it would lie about. */
function isNoThing(owner: Draft, draft: Draft, tokens: readonly string[]): boolean {
  return draft.asked.subject === 'pagne' || isMatter(owner, draft, tokens) || isWornInVain(owner, draft, tokens)
}

const WEARERS = wordSet('animal bird insect sea person fantasy head')

/** « un lion avec une couronne » */
function isOnItsHead(asked: AskedSubject, hat: string): boolean {
  return isDressable(asked) && WORN_BY_ANIMALS.has(hat)
}

/** « un chat avec un chapeau et une écharpe »: both are its own. */
function wearerOf(kept: readonly Draft[], { asked }: Draft): Draft | undefined {
  const isBesideHat = WORN_BY_ANIMALS.has(kept.at(-1)?.asked.subject ?? '') && WORN_BY_ANIMALS.has(asked.subject)
  return isBesideHat ? kept.findLast((draft) => isDressable(draft.asked)) : undefined
}

function isWornInVain(
  { asked, hit: own }: Draft,
  { hit, asked: { subject } }: Draft,
  tokens: readonly string[],
): boolean {
  if (isOnItsHead(asked, subject)) return false
  const isWearer = asked.figure !== null || WEARERS.has(SUBJECTS.get(asked.subject)?.family ?? '')
  const isWearable = SUBJECTS.get(subject)?.family === 'clothes' && !CARRIED.has(subject)
  return isWearer && isWearable && isWornBy(tokens.slice(own.at + own.length, hit.at))
}

const CARRIED = wordSet(
  'backpack handbag briefcase clutch-bag purse umbrella closed-umbrella shopping-bags ring folding-hand-fan',
)

/** « une robe en bazin »: what a thing is made of is no second thing. */
function isMatter({ asked }: Draft, { hit, asked: matter }: Draft, tokens: readonly string[]): boolean {
  return tokens[hit.at - 1] === 'en' && asked.figure === null && MATTERS.has(matter.subject)
}

const MATTERS = wordSet('boubou wood yarn gem-stone womans-clothes leafy-green chocolate-bar brick coin')

/** A person drawn whole has clothes: their colour is what the words add. */
function isDressOf({ asked }: Draft, { asked: cloth }: Draft): boolean {
  return SUBJECTS.get(asked.subject)?.hasSkin === true && WORN[cloth.subject]?.garment !== undefined
}

function inColour({ hit, asked }: Draft, { asked: { colour, said } }: Draft): Draft {
  return { hit, asked: { ...asked, colour: colour ?? asked.colour, said: [...asked.said, ...said] } }
}

/** « en chemise bleue et pantalon blanc » */
function inTrousers({ hit, asked }: Draft, figure: AskedFigure, { colour, said }: AskedSubject): Draft {
  const worn = { ...figure, garment: figure.garment ?? 'shirt', legColour: colour ?? 'blue' }
  return { hit, asked: { ...asked, subject: 'figure', figure: worn, said: [...asked.said, ...said] } }
}

/** What colour is said of the cloth then is that of what is sewn. */
function isSewing({ attribute, pose }: AskedFigure): boolean {
  return pose === 'sitting' && SUBJECTS.get(attribute ?? '')?.family === 'clothes'
}

function withFigure({ hit, asked }: Draft, figure: AskedFigure, from: Draft): Draft {
  if (from.asked.subject === 'jeans') return inTrousers({ hit, asked }, figure, from.asked)
  const isGarment =
    WORN[from.asked.subject]?.garment !== undefined && !isSewing(figure) && from.asked.subject !== 'necktie'
  const colour = isGarment ? (from.asked.colour ?? asked.colour) : asked.colour
  const said = [...asked.said, ...from.asked.said]
  // « le vieux qui joue du balafon à gauche »: he is.
  const position = asked.position ?? from.asked.position
  const worn = { ...figure, ...colourOn(from.asked) }
  return { hit, asked: { ...asked, subject: 'figure', figure: worn, colour, position, said } }
}

/** On the head, or in the hand; clothes and shoes have theirs already. */
function colourOn({ subject, colour }: AskedSubject): Partial<AskedFigure> {
  if (colour === null) return {}
  const worn = WORN[subject]
  if (worn?.headwear) return { headColour: colour }
  if (worn?.cape) return { cape: colour }
  const isOfHand = SUBJECTS.get(subject)?.family !== 'clothes' || CARRIED.has(subject) || subject === 'boxing-glove'
  return isOfHand || subject === 'gloves' ? { accessoryColour: colour } : {}
}
