/** What the words give somebody to wear, hold, ride or play. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedFigure, AskedSubject, Person, Pose } from '../asked.ts'
import { partOfDoing } from '../doings/doings.ts'
import { doingVerbs } from '../lexicon/doings.ts'
import { type Worn, WEARS, WORN } from '../lexicon/wear.ts'
import type { Hit } from '../match.ts'
import { BREAK, wordSet } from '../tokens.ts'

export interface Draft {
  readonly hit: Hit
  readonly asked: AskedSubject
}

/** « joueur de tam-tam » is a musician, whatever else a player is. */
function figureOf({ asked, hit }: Draft, next: Draft): AskedFigure | null {
  const isMusician = PLAYERS.has(hit.word) && SUBJECTS.get(next.asked.subject)?.family === 'instrument'
  return isMusician ? { ...MUSICIAN, person: /euses?$/.test(hit.word) ? 'woman' : 'man' } : asked.figure
}

const PLAYERS = wordSet('joueur joueurs joueuse joueuses player players batteur batteurs batteuse batteuses')
const MUSICIAN: AskedFigure = {
  person: 'man',
  garment: null,
  headwear: null,
  attribute: null,
  pose: null,
  tone: null,
  hair: null,
  hairColour: null,
  accessoryColour: null,
  legColour: null,
  eyewear: null,
  headColour: null,
  shoeColour: null,
  jewelColour: null,
}

interface Link {
  readonly words: ReadonlySet<string>
  /** What follows the thing. */
  readonly after: string
  readonly isSentence: boolean
  /** Of several. */
  readonly isShared: boolean
}

function linkOf(owner: Draft, { hit }: Draft, tokens: readonly string[]): Link {
  const between = tokens.slice(owner.hit.at + owner.hit.length, hit.at)
  const after = tokens.slice(hit.at + hit.length, hit.at + hit.length + 4).join(' ')
  const isShared = owner.asked.count > 1 || COMPANIES.test(owner.hit.word)
  // « qui lit une histoire »: the verb is in the phrase.
  const verb = hit.word.includes(' ') ? hit.word.split(' ', 1) : []
  return {
    words: new Set([...between, owner.hit.word, ...verb, ...(isTheOther(owner.hit, tokens) ? ['avec', 'joue'] : [])]),
    after,
    isSentence: !between.includes(BREAK),
    isShared,
  }
}

/** « l’une porte un manteau, l’autre un bonnet »: worn as well, without a verb. */
function isTheOther({ at }: Hit, tokens: readonly string[]): boolean {
  return tokens[at] === 'autre' || tokens[at] === 'other'
}

const COMPANIES = /^(?:famille|family|couple|parents|amis|friends|amoureux|deux amoureux|lovers|maries|fiances)/
const PLAYS = wordSet(
  `batteur batteurs batteuse batteuses joue jouent jouant jouer playing plays joueur joueuse player tape tapent tapant bat battent frappe
  frappent beats beating`,
)
const RIDES = wordSet(
  'sur a en on riding rides conduit conduisant monte montant chevauche chevauchant pilote fait font faisant',
)
const ABOARD = wordSet('dans in depuis sur from on')
const HOLDS = wordSet(
  `avec tient tenant tiennent lit lisent lisant mange mangent mangeant boit boivent buvant vend vendent vendant sert servent servant montre offre repare reparent jette lance with holding holds reading
  eating drinking carrying selling porte portant porteur allaite allaitent allaitant berce bercent bercant nourrit nourrissant verse versent versant pours pouring`,
)
const ON_HEAD = /^(?:\w+ )?(?:sur|on) (?:la|sa|her|his|the|leur) (?:tete|head)/

/** The figure with what the words give it to wear, hold, ride or play; null where they give it nothing. */
export function taken(owner: Draft, draft: Draft, tokens: readonly string[]): AskedFigure | null {
  const figure = figureOf(owner, draft)
  if (figure === null) return null
  const link = linkOf(owner, draft, tokens)
  const part = partOf(figure, draft, link)
  if (part) return part
  if (isInTheArms(draft, link)) return { ...figure, attribute: 'baby', pose: 'holding' }
  if (isCarriedBaby(draft, link)) return withBaby(figure, draft.asked)
  if (draft.asked.figure) return null
  if (isFlownOn(draft, tokens)) return { ...figure, attribute: 'broom', pose: 'riding' }
  return sewing(figure, draft, { link, tokens }) ?? given(figure, draft, { link, tokens })
}

function partOf(figure: AskedFigure, draft: Draft, link: Link): AskedFigure | null {
  if (figure.pose === 'lying' && draft.asked.subject === 'hammock') return { ...figure, attribute: 'hammock' }
  if (isDressedIn(draft, link)) return null
  return link.isSentence && !isSharedMeal(figure, draft, link) ? partOfDoing(figure, draft.asked) : null
}

/** « une dame en robe rouge qui lave le linge »: it is on her, and not in the basin. */
function isDressedIn({ asked }: Draft, { words }: Link): boolean {
  const isWear = WORN[asked.subject] !== undefined && [...words].some((word) => DRESSED_IN.has(word))
  return isWear && ![...words].some((word) => doingVerbs.has(word))
}

const DRESSED_IN = wordSet(
  'en in vetu vetue vetus vetues habille habillee habilles habillees porte portant wearing wears',
)

/** « une sorcière sur son balai » */
function isFlownOn({ asked, hit }: Draft, tokens: readonly string[]): boolean {
  const [by, own] = tokens.slice(hit.at - 2, hit.at)
  return asked.subject === 'broom' && FLIES.has(by ?? '') && OWN_OR_ONE.has(own ?? '')
}

const FLIES = wordSet('sur chevauche enfourche on riding')
const OWN_OR_ONE = wordSet('son un le sa a her his the')

interface Sentence {
  readonly link: Link
  readonly tokens: readonly string[]
}

/** « un tailleur qui coud une robe en bazin »: it lies in the lap; its matter is no second one. */
function sewing(figure: AskedFigure, { hit, asked }: Draft, { link, tokens }: Sentence): AskedFigure | null {
  const isSewn = link.isSentence && isLinked(link, SEWS) && SUBJECTS.get(asked.subject)?.family === 'clothes'
  if (!isSewn) return null
  return tokens[hit.at - 1] === 'en' ? figure : { ...figure, attribute: asked.subject, pose: 'sitting' }
}

function given(figure: AskedFigure, draft: Draft, sentence: Sentence): AskedFigure | null {
  if (BAGS.has(draft.asked.subject) && ON_BACK.test(sentence.link.after)) return onTheBack(figure)
  if (sentence.link.isSentence && isInBothHands(figure, draft.asked, sentence.link))
    return { ...figure, attribute: draft.asked.subject, pose: figure.pose ?? 'standing', isInBothHands: true }
  const told = toldOn(figure, draft, sentence)
  return told || !sentence.link.isSentence ? told : inSentence(figure, draft, sentence.link)
}

/** On the body, and told beside it: « …, foulard indigo ». */
function toldOn(figure: AskedFigure, draft: Draft, sentence: Sentence): AskedFigure | null {
  const { subject } = draft.asked
  const worn = WORN[subject]
  const isTold = isListed(draft, sentence)
  const isPut = isTold || (sentence.link.isSentence && isLinked(sentence.link, PUT_ON))
  const put =
    isPut && !isAlready(figure, subject) && !ON_HEAD.test(sentence.link.after) ? putOn(figure, draft.asked) : null
  return put ?? (isTold && worn ? dressed(figure, worn) : null)
}

/** « porte deux seaux d’eau »: one in each hand. */
function isInBothHands(figure: AskedFigure, { subject, count }: AskedSubject, link: Link): boolean {
  const isCarried = count === 2 && BY_THEIR_HANDLE.has(subject) && isLinked(link, CARRIES) && !ON_HEAD.test(link.after)
  return isCarried && !link.isShared && isFree(figure) && !figure.doing
}

const BY_THEIR_HANDLE = wordSet('bucket luggage shopping-bags handbag basket')
const CARRIES = wordSet('porte portant transporte transportant tient tenant avec carrying carries holding holds with')

function inSentence(figure: AskedFigure, draft: Draft, link: Link): AskedFigure | null {
  const { subject } = draft.asked
  const worn = WORN[subject]
  if (isAlready(figure, subject)) return figure
  if (worn) return isLinked(link, WEARS) ? dressed(figure, worn) : null
  if (isSharedMeal(figure, draft, link)) return null
  const pose = poseWith(figure, draft.asked, link)
  if (pose === 'carrying' && hasRoomFor(figure)) return onTheHeadAsWell(figure, subject)
  return pose && { ...figure, attribute: pose === 'pounding' ? figure.attribute : subject, pose }
}

/** « un panier de tomates sur la tête », « des mangues et des ananas » */
function onTheHeadAsWell(figure: AskedFigure, subject: string): AskedFigure {
  return { ...figure, pose: 'carrying', load: [...(figure.load ?? []), subject] }
}

function hasRoomFor({ attribute, pose }: AskedFigure): boolean {
  return attribute !== null && (pose === 'carrying' || VESSELS.has(attribute))
}

const VESSELS = wordSet('basket flower-basket bucket calabash')

/** « …, chaussures blanches et une canne »: told one after the other, and nothing is said of where it lies. */
function isListed({ hit }: Draft, { link, tokens }: Sentence): boolean {
  const clause = tokens.slice(tokens.lastIndexOf(BREAK, hit.at) + 1, hit.at)
  const isLaid = /^(?:\w+ )?(?:sur|dans|devant|sous|on|in) /.test(link.after) && !ON_HEAD.test(link.after)
  const isOfHis = clause.every((word) => !ELSEWHERE.has(word)) && !isLaid
  return !link.isSentence && isOfHis
}

const ELSEWHERE = wordSet('sur sous derriere devant dans pres qui que est sont on under behind near who')
const PUT_ON = wordSet('en avec porte portant porte et aux a vetu vetue habille habillee in with wearing wears and')
export function isShoes(subject: string): boolean {
  return SHOES.has(subject)
}

const SHOES = wordSet(
  'mans-shoe running-shoe high-heeled-shoe thong-sandal womans-boot womans-sandal hiking-boot flat-shoe',
)
const BACKPACK = 'backpack'
const IN_HAND = wordSet('handbag briefcase closed-umbrella clutch-bag purse')

/** On the feet, at the ears or in the hand of whoever is told with it; null for anything else. */
function putOn(figure: AskedFigure, { subject, colour, said }: AskedSubject): AskedFigure | null {
  if (said.some((word) => APRONS.has(word))) return { ...figure, garment: 'apron' }
  if (subject === BACKPACK) return onTheBack(figure)
  if (SHOES.has(subject)) return { ...figure, shoeColour: colour ?? 'brown' }
  if (isEarring(subject, said)) return { ...figure, jewelColour: colour ?? 'gold' }
  if (subject === 'crutch') return isFree(figure) ? { ...figure, attribute: 'cane', pose: 'standing' } : figure
  const isCarried = IN_HAND.has(subject) && isFree(figure)
  return isCarried ? { ...figure, attribute: subject, pose: 'holding' } : null
}

function onTheBack(figure: AskedFigure): AskedFigure {
  if (figure.pose === 'riding') return { ...figure, hasPack: true }
  return { ...figure, attribute: BACKPACK, pose: figure.pose === 'walking' ? 'walking' : 'standing' }
}

const BAGS = wordSet('handbag backpack luggage package basket')
const ON_BACK = /^(?:\w+ )?(?:sur|dans|au|on) (?:le |son |her |his )?(?:dos|back)(?= |$)/

const APRONS = wordSet('tablier apron')
function isEarring(subject: string, said: readonly string[]): boolean {
  return subject === 'ring' && said.some((word) => EARRINGS.test(word))
}

const EARRINGS = /^(?:boucl|earring|creole)/

function isFree({ attribute, pose }: AskedFigure): boolean {
  return attribute === null && (pose === null || pose === 'standing' || pose === 'walking')
}

/** « une famille qui mange le foutou »: the dish is before all of them. */
function isSharedMeal({ pose }: AskedFigure, { asked }: Draft, link: Link): boolean {
  return pose === 'sitting' && link.isShared && SUBJECTS.get(asked.subject)?.family === 'food'
}

function isAlready({ attribute }: AskedFigure, subject: string): boolean {
  return attribute === subject || (attribute === 'boxing-glove' && subject === 'gloves')
}

/** « une mère avec son enfant dans les bras » */
function isInTheArms({ asked: { figure, count } }: Draft, link: Link): boolean {
  const isSmall = figure !== null && SMALL_ONES.has(figure.person) && count === 1
  return isSmall && link.isSentence && /^(?:\w+ )?(?:dans|in) (?:les|ses|leurs|her|his) (?:bras|arms)/.test(link.after)
}

const SMALL_ONES: ReadonlySet<Person> = new Set<Person>(['baby', 'boy', 'girl'])

const LYING_DOWN: ReadonlySet<Pose | null> = new Set<Pose | null>(['lying'])
/** In these nobody sees who is on the back. */
const BACK_UNSEEN: ReadonlySet<Pose | null> = new Set<Pose | null>([
  'bust',
  'kicking',
  'sitting',
  'seated',
  'swimming',
  'diving',
  'lying',
  'tabled',
])

/** Tied on the back; who would hide it stands. */
export function withBaby(figure: AskedFigure, baby: AskedSubject): AskedFigure {
  const isHidden = BACK_UNSEEN.has(figure.pose)
  return {
    ...figure,
    garment: figure.garment ?? 'pagne',
    pose: isHidden ? 'standing' : (figure.pose ?? 'standing'),
    babyOnBack: LYING_DOWN.has(baby.figure?.pose ?? null) ? 'asleep' : 'awake',
  }
}

/** « une mère porte son bébé au dos » */
function isCarriedBaby({ asked: { figure, count } }: Draft, link: Link): boolean {
  if (figure?.person !== 'baby' || count > 1) return false
  return link.isSentence && (isLinked(link, HOLDS) || /^(?:au|dans le|sur le|on her) (?:dos|back)/.test(link.after))
}

/** « un sorcier avec un chapeau pointu »: it is his own. */
function hasHat({ headwear }: AskedFigure, worn: Worn): boolean {
  return headwear === 'pointed-hat' && worn.headwear !== undefined
}

function dressed(figure: AskedFigure, worn: Worn): AskedFigure {
  if (hasHat(figure, worn) || (figure.garment === 'robe' && worn.garment === 'dress')) return figure
  return { ...figure, ...worn }
}

function poseWith(figure: AskedFigure, asked: AskedSubject, link: Link): Pose | null {
  const { subject } = asked
  if (figure.pose === 'kicking' && BALLS.has(subject)) return 'kicking'
  if (figure.pose === 'pounding') return POUNDED.has(subject) ? 'pounding' : null
  const done = useOf(figure, subject, link)
  if (subject === 'umbrella' && isHeldOverOthers(figure, link)) return null
  if (done) return done.pose
  if (ON_HEAD.test(link.after)) return 'carrying'
  if (subject === 'fishing-pole' && figure.attribute === null && figure.pose === null) return 'holding'
  return holds(figure, asked, link)
}

/** Several are under one, and full hands hold none. */
function isHeldOverOthers({ attribute }: AskedFigure, { isShared }: Link): boolean {
  return isShared || attribute !== null
}

function useOf({ doing }: AskedFigure, subject: string, link: Link): Use | undefined {
  return doing ? undefined : USES.find(({ isUsed, words }) => isUsed(subject) && isLinked(link, words))
}

function holds(figure: AskedFigure, asked: AskedSubject, link: Link): Pose | null {
  const { subject } = asked
  if (subject === 'net-with-handle' && figure.attribute === 'fishing-pole') return figure.pose ?? 'holding'
  if (!hasFreeHands(figure) || !isHandy(asked) || !isTaken(asked, link)) return null
  return figure.pose === 'sitting' ? 'sitting' : 'holding'
}

function hasFreeHands({ attribute, pose, doing }: AskedFigure): boolean {
  if (doing) return false
  return attribute === null || pose === null || USUAL_TOOLS.has(attribute)
}

/** Of a trade: what the words name comes before. */
const USUAL_TOOLS = wordSet(
  'magic-wand stethoscope pick books scissors hair-pick wrench hammer open-book briefcase pot-of-food shovel broom wine-glass fishing-pole test-tube cut-of-meat',
)

function isTaken(asked: AskedSubject, link: Link): boolean {
  return isLinked(link, HOLDS) || (link.isSentence && !link.isShared && isOfAHand(asked))
}

/** Whatever is done with it, it is in somebody's hand rather than on a table beside them. */
function isOfAHand({ subject, relation }: AskedSubject): boolean {
  const drawing = SUBJECTS.get(subject)
  return relation === null && drawing?.family === 'thing' && (drawing.stature <= 0.2 || subject === 'syringe')
}

function isHandy({ subject, count }: AskedSubject): boolean {
  const drawing = SUBJECTS.get(subject)
  const isLoose = drawing !== undefined && subject !== 'vertical-traffic-light'
  return isLoose && count === 1 && HELD.has(drawing.family) && drawing.stature <= 0.3
}

function isLinked({ words }: Link, links: ReadonlySet<string>): boolean {
  return [...links].some((word) => words.has(word))
}

const BALLS = wordSet('soccer-ball basketball volleyball')
const RACKETS = wordSet('tennis badminton ping-pong')
const POUNDED = wordSet('mortar sheaf-of-rice')
const TELEPHONES = wordSet('mobile-phone telephone telephone-receiver mobile-phone-with-arrow')
const CALLS = wordSet('qui au telephone parle parlent appelle appelant on')
const HELD = wordSet('thing food drink instrument festive sport plant fantasy')
const SEWS = wordSet('coud cousent cousant coudre brode brodent tricote tricotent sews sewing')
const COMPUTERS = wordSet('laptop desktop-computer')
const WORKS = wordSet('travaille travaillent travaillant code tape ecrit etudie working works sur devant avec on with')
const SHELTERED = wordSet('avec sous tient tenant porte portant protege abrite with under holding holds')
const PULLS = wordSet('tire tirent tirant tirer hale halent halant ramene ramenent pull pulls pulling')
const RIDDEN = wordSet('motor-scooter motorcycle bicycle kick-scooter horse camel two-hump-camel canoe donkey')

const HAULED = wordSet('net-with-handle canoe')

interface Use {
  readonly isUsed: (subject: string) => boolean
  readonly words: ReadonlySet<string>
  readonly pose: Pose
}

/** What is done with a thing, by the words between it and somebody. */
const USES: readonly Use[] = [
  { isUsed: (subject) => HAULED.has(subject), words: PULLS, pose: 'pulling' },
  { isUsed: (subject) => TELEPHONES.has(subject), words: CALLS, pose: 'phoning' },
  { isUsed: (subject) => SUBJECTS.get(subject)?.family === 'instrument', words: PLAYS, pose: 'playing' },
  { isUsed: (subject) => RACKETS.has(subject), words: PLAYS, pose: 'kicking' },
  { isUsed: (subject) => RIDDEN.has(subject), words: RIDES, pose: 'riding' },
  { isUsed: (subject) => subject === 'skateboard', words: RIDES, pose: 'walking' },
  { isUsed: (subject) => COMPUTERS.has(subject), words: WORKS, pose: 'holding' },
  { isUsed: (subject) => subject === 'umbrella', words: SHELTERED, pose: 'standing' },
  { isUsed: (subject) => subject === 'canoe', words: ABOARD, pose: 'riding' },
]
