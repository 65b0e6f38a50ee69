/** What the words give somebody to wear, hold, ride or play. */
import { SUBJECTS } from '../subjects/registry.ts'
import type { Hit } from './match.ts'
import type { AskedFigure, AskedSubject, Garment, Headwear, Pose } from './spec.ts'
import { BREAK } from './tokens.ts'

export interface Draft {
  readonly hit: Hit
  readonly asked: AskedSubject
}

/** « joueur de tam-tam » is a musician, whatever else a player is. */
function figureOf({ asked, hit }: Draft, next: Draft): AskedFigure | null {
  const isMusician = PLAYERS.has(hit.word) && SUBJECTS.get(next.asked.subject)?.family === 'instrument'
  return isMusician ? { ...MUSICIAN, person: hit.word.endsWith('euse') ? 'woman' : 'man' } : asked.figure
}

const PLAYERS = new Set(['joueur', 'joueuse', 'player'])
const MUSICIAN: AskedFigure = {
  person: 'man',
  garment: null,
  headwear: null,
  attribute: null,
  pose: null,
  tone: null,
  hair: null,
  accessoryColour: null,
  eyewear: null,
}

interface Link {
  readonly words: ReadonlySet<string>
  /** What follows the thing. */
  readonly after: string
  readonly isSentence: boolean
}

function linkOf(owner: Draft, { hit }: Draft, tokens: readonly string[]): Link {
  const between = tokens.slice(owner.hit.at + owner.hit.length, hit.at)
  const after = tokens.slice(hit.at + hit.length, hit.at + hit.length + 4).join(' ')
  return { words: new Set([...between, owner.hit.word]), after, isSentence: !between.includes(BREAK) }
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const PLAYS = wordSet('joue jouent jouant jouer playing plays joueur joueuse player')
const RIDES = wordSet('sur a en on riding rides conduit conduisant monte montant chevauche chevauchant pilote')
const HOLDS = wordSet(
  `avec tient tenant tiennent lit lisant mange mangeant boit buvant vend vendant sert servant montre offre with holding holds reading
  eating drinking carrying selling porte portant porteur`,
)
const WEARS = wordSet(
  'en avec porte portant coiffe coiffee vetu vetue habille habillee in with wearing wears dans et aux a',
)
const ON_HEAD = /^(?:\w+ )?(?:sur|on) (?:la|sa|her|his|the|leur) (?:tete|head)/

/** The figure with what the words give it to wear, hold, ride or play; null where they give it nothing. */
export function taken(owner: Draft, draft: Draft, tokens: readonly string[]): AskedFigure | null {
  const figure = figureOf(owner, draft)
  const link = linkOf(owner, draft, tokens)
  if (figure === null || draft.asked.figure) return null
  const { subject } = draft.asked
  const worn = WORN[subject]
  // « …, foulard indigo »: without an article it is what the one before wears.
  if (worn && tokens[draft.hit.at - 1] === BREAK) return { ...figure, ...worn }
  if (!link.isSentence) return null
  if (figure.attribute === subject || (figure.attribute === 'boxing-glove' && subject === 'gloves')) return figure
  if (worn) return isLinked(link, WEARS) ? { ...figure, ...worn } : null
  const pose = poseWith(figure, draft.asked, link)
  return pose && { ...figure, attribute: subject, pose }
}

function poseWith(figure: AskedFigure, asked: AskedSubject, link: Link): Pose | null {
  const { subject } = asked
  if (SUBJECTS.get(subject)?.family === 'instrument' && isLinked(link, PLAYS)) return 'playing'
  if (RIDDEN.has(subject) && isLinked(link, RIDES)) return 'riding'
  if (ON_HEAD.test(link.after)) return 'carrying'
  const hasFreeHands = figure.attribute === null || figure.pose === null
  return hasFreeHands && isHandy(asked) && isLinked(link, HOLDS) ? 'holding' : null
}

function isHandy({ subject, count }: AskedSubject): boolean {
  const drawing = SUBJECTS.get(subject)
  return drawing !== undefined && count === 1 && HELD.has(drawing.family) && drawing.stature <= 0.3
}

function isLinked({ words }: Link, links: ReadonlySet<string>): boolean {
  return [...links].some((word) => words.has(word))
}

const HELD = wordSet('thing food drink instrument festive sport plant fantasy')
const RIDDEN = wordSet('motor-scooter motorcycle bicycle kick-scooter horse camel two-hump-camel canoe donkey')

interface Worn {
  readonly garment?: Garment
  readonly headwear?: Headwear
  readonly eyewear?: AskedFigure['eyewear']
}

/** What stands between somebody and a thing says that it is worn. */
export function isWornBy(between: readonly string[]): boolean {
  return !between.includes(BREAK) && between.some((word) => WEARS.has(word))
}

export const WORN: Readonly<Record<string, Worn>> = {
  pagne: { garment: 'pagne' },
  boubou: { garment: 'boubou' },
  'womans-clothes': { garment: 'blouse' },
  dress: { garment: 'dress' },
  't-shirt': { garment: 'shirt' },
  'man-in-tuxedo': { garment: 'suit' },
  coat: { garment: 'robe' },
  scarf: { headwear: 'headscarf' },
  crown: { headwear: 'crown' },
  'billed-cap': { headwear: 'cap' },
  tuque: { headwear: 'tuque' },
  'womans-hat': { headwear: 'straw-hat' },
  'rescue-workers-helmet': { headwear: 'helmet' },
  'military-helmet': { headwear: 'helmet' },
  glasses: { eyewear: 'glasses' },
  sunglasses: { eyewear: 'sunglasses' },
}
