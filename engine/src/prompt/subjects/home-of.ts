/** Where the subjects of a prompt are seen when its words name no place. */
import { hashText } from '../../core/random.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Subject, SubjectHome } from '../../subjects/subject.ts'
import type { AskedFigure, AskedSubject, Doing } from '../asked.ts'
import { adjectives } from '../lexicon/sentence.ts'
import type { Hit } from '../match.ts'
import type { Environment } from '../spec.ts'
import { SPACE_HELMET } from './animals-clothes.ts'
import { isWatering } from './completed.ts'
import { homeWithin } from './relate-subjects.ts'

const ON_STAGE = new Set('guitar saxophone violin trumpet microphone musical-keyboard drum'.split(' '))

/** Where one is with what one holds. */
const WITH: Readonly<Record<string, SubjectHome>> = {
  'ice-hockey': 'ice',
  tennis: 'stadium',
  'fishing-pole': 'lagoon',
  'net-with-handle': 'lagoon',
  'soccer-ball': 'stadium',
  basketball: 'stadium',
  'boxing-glove': 'stadium',
  shovel: 'garden',
  pick: 'field',
  books: 'courtyard',
  backpack: 'courtyard',
  'open-book': 'interior',
  laptop: 'interior',
  canoe: 'lagoon',
  scissors: 'interior',
  thread: 'interior',
  briefcase: 'interior',
  umbrella: 'street',
  broom: 'courtyard',
  'baguette-bread': 'interior',
  'birthday-cake': 'interior',
  hammer: 'interior',
  'carpentry-saw': 'interior',
  wrench: 'interior',
  'artist-palette': 'interior',
  'pot-of-food': 'interior',
  'test-tube': 'interior',
  grill: 'courtyard',
}

/** There one sits in the shade. */
const TREES = new Set('arbre manguier baobab acacia flamboyant tree fromager neem'.split(' '))

/** Where people are met when the words do not say; settled by the words alone, so that plan and picture agree. */
const PLACES: readonly SubjectHome[] = ['courtyard', 'village', 'street', 'courtyard', 'interior', 'courtyard']

export function isBuilding({ subject }: AskedSubject): boolean {
  return SUBJECTS.get(subject)?.family === 'building'
}

/** Where the first of them is at home; a room around them comes before that. */
export function homeOf(subjects: readonly AskedSubject[], tokens: readonly string[]): SubjectHome | null {
  const [main] = subjects
  if (!main) return null
  const road = main.figure && roadOf(main.figure, tokens)
  if (road) return road
  const around = subjects.find(({ isBackdrop }) => isBackdrop)
  if (around) return homeWithin(around.subject)
  const told = toldBy(subjects, tokens)
  if (told) return told
  const holder = holderOf(main, subjects)
  if (main.figure && subjects.some(isBehind)) return 'courtyard'
  return holder ? holder.home : homeOfMain(main, subjects, tokens)
}

function homeOfMain(
  main: AskedSubject,
  subjects: readonly AskedSubject[],
  tokens: readonly string[],
): SubjectHome | null {
  if (!main.figure) return homeOfThing(main)
  const home = homeBeside(subjects) ?? homeOfPerson(main.figure, tokens)
  const isOutside = main.figure.pose === 'carrying' || RAINED_ON.test(tokens.join(' '))
  return home === 'interior' && isOutside ? 'courtyard' : home
}

/** « il pleut dehors » is seen from a room as well. */
const RAINED_ON = /\bsous (?:la|une) (?:\w+ )?(?:pluie|averse)\b|\bin the rain\b/

function toldBy(subjects: readonly AskedSubject[], tokens: readonly string[]): SubjectHome | null {
  if (isWatering(tokens)) return 'garden'
  if (BRICKS.test(tokens.join(' '))) return 'courtyard'
  return subjects.some(({ subject }) => subject === SPACE_HELMET) ? 'moon' : null
}

/** « devant la mosquée »: out of doors. */
function isBehind({ relation, isBackdrop, ...asked }: AskedSubject): boolean {
  return relation?.kind === 'behind' && !isBackdrop && SUBJECTS.get(asked.subject)?.family === 'building'
}

/** The places that are named; « un boulanger parisien » is at his work, wherever he comes from. */
export function placesAround(
  hits: readonly Hit[],
  home: SubjectHome | null,
  [main]: readonly AskedSubject[],
): ReadonlySet<Environment> {
  const isAtWork = home === 'interior' && main !== undefined && main.figure !== null
  const isSomebody = main !== undefined && main.figure !== null
  const isElsewhere = (word: string) => (isAtWork && adjectives.has(word)) || (isSomebody && ONE_TREE.has(word))
  const isPounded = (word: string) => main?.figure?.pose === 'pounding' && GRAINS.has(word)
  const isPainted = main?.figure?.doing === 'painting'
  const places = hits.filter(
    ({ kind, word, id }) =>
      kind === 'environment' && !isElsewhere(word) && !isPounded(word) && !(isPainted && id === 'portrait'),
  )
  return new Set(places.map(({ id }) => id as Environment))
}

/** « pile le mil »: it is in the mortar, and no field around. */
const GRAINS: ReadonlySet<string> = new Set(['mil', 'millet', 'sorgho', 'ble', 'wheat'])

/** « sous un arbre », « plante un arbre »: no forest. */
const ONE_TREE: ReadonlySet<string> = new Set(['arbre', 'tree'])

const BRICKS = /\bmurs? (?:en|de) briques?\b|\bbrick wall\b/

function homeOfThing({ perch, subject }: AskedSubject): SubjectHome | null {
  const home = SUBJECTS.get(subject)?.home ?? null
  if (!perch) return home
  if (perch === 'wall') return 'courtyard'
  if (perch === 'branch') return home === 'forest' ? home : 'garden'
  return home === 'underwater' ? 'sea' : home
}

/** Where somebody is with what is beside them. */
function homeBeside(subjects: readonly AskedSubject[]): SubjectHome | undefined {
  const has = (isOne: (subject: string) => boolean) => subjects.some(({ subject }) => isOne(subject))
  if (has((subject) => INDOORS.has(subject))) return 'interior'
  if (has(isOnTheRoad)) return 'street'
  if (has((subject) => subject === 'zangbeto')) return 'village'
  if (has((subject) => subject === 'kite' || subject === 'airplane-parked')) return 'hills'
  return subjects.map(({ subject }) => WITH[subject]).find(Boolean)
}

function isOnTheRoad(id: string): boolean {
  return SUBJECTS.get(id)?.family === 'vehicle' && id !== 'skateboard'
}

const INDOORS: ReadonlySet<string> = new Set(
  'bread-oven couch-and-lamp bed fridge television blackboard bathtub christmas-tree'.split(' '),
)

const BEARERS: ReadonlySet<string> = new Set(['building', 'furniture'])

/** The building or furniture it is on, whatever it is in or flies over. */
function holderOf({ relation }: AskedSubject, subjects: readonly AskedSubject[]): Subject | undefined {
  const other = relation ? SUBJECTS.get(subjects[relation.to]!.subject) : undefined
  const isHeld =
    relation?.kind === 'in' ||
    relation?.kind === 'over' ||
    (relation?.kind === 'on' && BEARERS.has(other?.family ?? ''))
  return isHeld ? other : undefined
}

function placeOfDoing({ attribute, doing, pose }: AskedFigure, tokens: readonly string[]): SubjectHome | undefined {
  if (pose === 'swimming') return 'sea'
  if (tokens.some((token) => TREES.has(token))) return doing === 'planting' ? 'garden' : 'courtyard'
  if (pose === 'riding' && attribute === 'broom') return 'hills'
  return doing && AT_WORK[doing]
}

function homeOfPerson(figure: AskedFigure, tokens: readonly string[]): SubjectHome {
  const { attribute, garment, headwear, person, pose } = figure
  const done = placeOfDoing(figure, tokens)
  if (done) return done
  if (person === 'baby' || garment === 'coat') return 'interior'
  if (garment === 'police' || (garment === 'overalls' && headwear === 'helmet')) return 'street'
  if (headwear === 'pointed-hat') return 'forest'
  const around = placeWith(attribute, pose)
  if (around) return around
  return PLACES[hashText(tokens.join(' '), 7) % PLACES.length]!
}

/** Where it is done when the words do not say. */
const AT_WORK: Readonly<Partial<Record<Doing, SubjectHome>>> = {
  stirring: 'courtyard',
  grilling: 'courtyard',
  sweeping: 'courtyard',
  digging: 'field',
  planting: 'garden',
  laundering: 'courtyard',
  scrubbing: 'street',
  pushing: 'street',
  painting: 'interior',
  casting: 'lagoon',
  hammering: 'interior',
  ironing: 'interior',
  knitting: 'interior',
  stitching: 'interior',
  weaving: 'courtyard',
  machining: 'interior',
  writing: 'interior',
  mending: 'interior',
  dining: 'interior',
  peeling: 'courtyard',
}

function placeWith(attribute: string | null, pose: AskedFigure['pose']): SubjectHome | undefined {
  if (attribute === null) return undefined
  if (ON_STAGE.has(attribute)) return 'stage'
  const isSewn = pose === 'sitting' && SUBJECTS.get(attribute)?.family === 'clothes'
  return isSewn ? 'interior' : WITH[attribute]
}

/** Whoever rides is on a road. */
function roadOf({ attribute, pose }: AskedFigure, tokens: readonly string[]): SubjectHome | null {
  if (pose !== 'riding' || attribute === null || !isOnTheRoad(attribute)) return null
  return hashText(tokens.join(' '), 11) % 3 === 0 ? 'village' : 'street'
}
