/** Whether the picture shows what a verb says: of whoever does it, and with what it is done. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedFigure, AskedSubject, Pose } from '../asked.ts'
import { DOINGS, DONE_ALIKE } from '../lexicon/doings.ts'
import { GAITS } from '../lexicon/gaits.ts'
import { posesSaid } from '../lexicon/poses.ts'
import { determiners, leadingAdjectives, prepositions } from '../lexicon/sentence.ts'
import type { Element, PromptSpec } from '../spec.ts'
import { wordSet } from '../tokens.ts'

/** No picture could show these, or any picture does. */
const UNSEEN = wordSet(
  `est sont a ont etait etaient fait font faire faisant va vont aller vient viennent venir sort sortent sortir prend prennent prendre
  attend attendent attendre attendant regarde regardent regarder regardant sourit sourient sourire pose posent posee posees
  poses debout perche perchee garee garees gare gares servi servie servis servies suspendu suspendue tombe tombent tomber tombant
  travaille travaillent travailler voit voient trouve trouvent reste restent aime aiment veut veulent vit vivent habite habitent
  sur entoure entouree entoures represente montre montrent brille brillent illumine eclaire domine surplombe contient is are has have
  facing looking smiling standing working shining parked`,
)

export interface SaidVerb {
  /** Without accents. */
  readonly word: string
  /** Everybody who is said to do it, all of whom must be seen to. */
  readonly doers: readonly AskedSubject[]
  /** What is named next: it is in the picture, and it is on or in the hands of whoever does it. */
  readonly isObjectShown: boolean
  readonly isObjectHeld: boolean
}

type Shows = (figure: AskedFigure, asked: AskedSubject, said: SaidVerb) => boolean

const hasPose = (...poses: readonly Pose[]): Shows => {
  const shown = new Set<Pose | null>(poses)
  return ({ pose }) => shown.has(pose)
}
const holds: Shows = (_, __, { isObjectHeld }) => isObjectHeld
const isBefore: Shows = (_, __, { isObjectShown }) => isObjectShown
const holdsAny = (text: string): Shows => {
  const ids = wordSet(text)
  return ({ attribute }) => ids.has(attribute ?? '')
}
const does = (...doings: readonly NonNullable<AskedFigure['doing']>[]): Shows => {
  const shown = new Set<string | undefined>(doings)
  return ({ doing }) => shown.has(doing)
}
const acts = (...kinds: readonly NonNullable<AskedSubject['act']>['kind'][]): Shows => {
  const shown = new Set<string | undefined>(kinds)
  return (_, { act }) => shown.has(act?.kind)
}
const faces = (own: NonNullable<AskedFigure['face']>): Shows => {
  return ({ face }) => face === own
}
const any =
  (...all: readonly Shows[]): Shows =>
  (figure, asked, said) =>
    all.some((one) => one(figure, asked, said))
const both =
  (...all: readonly Shows[]): Shows =>
  (figure, asked, said) =>
    all.every((one) => one(figure, asked, said))

const ACTS: readonly (readonly [words: ReadonlySet<string>, shows: Shows])[] = [
  [
    wordSet(`roule roulent rouler roulant conduit conduisent conduire conduisant monte montent monter montant pilote pilotent pedale
      pedalent chevauche chevauchent galope galopent riding rides driving drives rentre rentrent`),
    hasPose('riding'),
  ],
  [wordSet('transporte transportent transporter'), any(({ passenger }) => passenger !== undefined, holds)],
  [
    wordSet('rentre rentrent revient reviennent avance avancent passe passent arrive arrivent part partent'),
    hasPose('walking'),
  ],
  [
    wordSet('porte portent porter portant wearing wears carrying carries tient tiennent tenir tenant holding holds'),
    holds,
  ],
  [wordSet('porte portent porter portant carries carrying'), ({ onShoulders }) => onShoulders !== undefined],
  [wordSet('tient tiennent tenir tenant holding holds serre serrent'), acts('hands', 'hug')],
  [
    wordSet(`donne donnent donner donnant offre offrent offrir offrant tend tendent tendre remet remettent give gives giving hands
      offers apporte apportent`),
    acts('give'),
  ],
  [wordSet('apporte apportent apporter sert servent servir servant serves serving'), both(holds, does('serving'))],
  [
    wordSet('joue jouent jouer jouant playing plays play tape tapent taper bat battent frappe frappent'),
    any(hasPose('playing', 'kicking', 'diving'), does('mallets', 'fluting')),
  ],
  [wordSet('tape tapent frappe frappent bat battent martele martelent forge forgent'), does('hammering')],
  [wordSet('joue jouent jouer jouant playing plays play'), both(hasPose('sitting', 'seated'), isBefore)],
  [
    wordSet('lit lisent lire lisant reading reads'),
    holdsAny('open-book books newspaper closed-book blue-book green-book'),
  ],
  [
    wordSet('mange mangent manger mangeant dine dinent diner dejeune dejeunent dejeuner eats eating deguste degustent'),
    any(
      holdsAny('bowl-with-spoon'),
      ({ attribute }) => SUBJECTS.get(attribute ?? '')?.family === 'food',
      both(hasPose('sitting', 'seated'), isBefore),
    ),
  ],
  [
    wordSet('boit boivent boire buvant drinks drinking'),
    ({ attribute }) => SUBJECTS.get(attribute ?? '')?.family === 'drink',
  ],
  // In a boat, on two wheels or at a table one sits.
  [wordSet('assis assise assises sitting seated'), hasPose('riding', 'tabled')],
  [wordSet('telephone telephonent appelle appellent calling phoning'), hasPose('phoning')],
  [
    wordSet('peche pechent pecher pechant fishing'),
    any(holdsAny('fishing-pole net-with-handle'), does('casting'), hasPose('pulling')),
  ],
  [wordSet('tire tirent tirer tirant pulls pulling'), hasPose('pulling')],
  [
    wordSet('coiffe coiffent coiffer coiffant tresse tressent tresser tressant rase rasent braids braiding'),
    acts('hair'),
  ],
  [wordSet('vaccine vaccinent soigne soignent soigner ausculte examine examinent'), acts('arm')],
  [
    wordSet('repare reparent reparer reparant repairs repairing fixes fixing'),
    any(does('mending', 'repairing'), holdsAny('wrench hammer screwdriver')),
  ],
  [wordSet('embrasse embrassent enlace enlacent etreint etreignent hugging hugs hug'), acts('hug')],
  [wordSet('arrose arrosent arroser arrosant watering waters'), holdsAny('watering-can')],
  [
    wordSet('chante chantent chanter chantant singing sings'),
    any(faces('singing'), holdsAny('microphone studio-microphone')),
  ],
  [wordSet('pleure pleurent pleurer pleurant sanglote crying cries weeping'), faces('crying')],
  [wordSet('rit rient rire riant rigole rigolent laughing laughs'), faces('laughing')],
  [wordSet('vend vendent vendre vendant selling sells'), isBefore],
  [wordSet('cueille cueillent cueillir picks picking'), holds],
  [
    wordSet('filme filment photographie photographient photographier'),
    holdsAny('camera camera-with-flash video-camera movie-camera'),
  ],
  [
    wordSet('coupe coupent couper coupant cuts cutting'),
    any(acts('hair'), holdsAny('kitchen-knife scissors axe carpentry-saw')),
  ],
]

/** Nouns without a drawing of their own that are seen where something is done. */
const PARTS: readonly (readonly [
  words: ReadonlySet<string>,
  shows: (figure: AskedFigure, asked: AskedSubject) => boolean,
])[] = [
  [
    wordSet('linge lessive vetement vetements habit habits laundry'),
    ({ doing }) => doing === 'laundering' || doing === 'ironing' || doing === 'hanging',
  ],
  [wordSet('cheveux cheveu hair tresses nattes'), (_, { act }) => act?.kind === 'hair'],
  [wordSet('genoux genou priere knees'), ({ doing }) => doing === 'praying'],
  [wordSet('machine machines pedale'), ({ doing }) => doing === 'machining'],
  [wordSet('feu fire braise braises charbon'), ({ doing }) => doing === 'stirring' || doing === 'grilling'],
  [wordSet('kente bogolan tissu pagne'), ({ doing }) => doing === 'weaving'],
  [wordSet('repas sauce plat manger diner dejeuner soupe'), ({ doing }) => doing === 'stirring'],
  [wordSet('trou terre sol'), ({ doing }) => doing === 'digging' || doing === 'planting'],
  [wordSet('masque masques mask'), ({ doing, attribute }) => doing === 'hammering' && attribute === 'mask'],
  [wordSet('mil millet sorgho ble mais manioc igname grain grains'), ({ pose }) => pose === 'pounding'],
  [wordSet('eau water'), ({ doing }) => doing === 'laundering'],
  [wordSet('turban turbans'), ({ headwear }) => headwear === 'turban'],
  [wordSet('sourire sourires smile'), ({ face }) => face === 'laughing'],
  [wordSet('fer metal enclume iron anvil'), ({ doing }) => doing === 'hammering'],
  [wordSet('photo'), ({ doing }) => doing === 'selfie'],
  [wordSet('corde rope'), ({ doing }) => doing === 'skipping'],
  [wordSet('metier loom'), ({ doing }) => doing === 'weaving'],
  [wordSet('planche planches plank planks rabot bois'), ({ doing }) => doing === 'planing'],
  [wordSet('mur murs wall walls briques brique parpaings'), ({ doing }) => doing === 'walling'],
  [wordSet('sac bag boxe boxing'), ({ doing }) => doing === 'boxing'],
  [wordSet('panne'), ({ doing }) => doing === 'shoving'],
  [wordSet('dents dent teeth'), ({ doing }) => doing === 'brushing'],
  [wordSet('travail boulot work'), ({ doing }) => doing !== undefined],
  [
    wordSet('epaule epaules shoulder shoulders'),
    ({ doing, onShoulders }) => doing === 'shouldering' || onShoulders !== undefined,
  ],
  [wordSet('photo photos picture'), ({ doing }) => doing === 'photographing'],
  [wordSet('arbre arbres tree'), ({ doing, attribute }) => doing === 'climbing' && attribute !== 'ladder'],
  [wordSet('larmes tears'), ({ face }) => face === 'crying'],
  [wordSet('uniforme uniformes uniform tenue'), ({ garment }) => garment === 'school' || garment === 'police'],
]

/** « les murs verts » of a room, painted in their colour. */
function isPartOfPlace(words: readonly string[], environment: PromptSpec['environment']): boolean {
  return words.some((word) => WALLS.has(word)) && (environment === 'interior' || environment === 'courtyard')
}

const WALLS = wordSet('mur murs wall walls')

/** « le linge » of whoever washes: each of the words that carry something. */
export function isPartOfAct(words: readonly string[], { environment, subjects }: PromptSpec): boolean {
  if (isPartOfPlace(words, environment)) return true
  const carrying = words.filter((word) => !SMALL.some((small) => small.has(word)))
  const isSeen = (word: string) =>
    PARTS.some(
      ([own, shows]) => own.has(word) && subjects.some((asked) => asked.figure !== null && shows(asked.figure, asked)),
    )
  return carrying.length > 0 && carrying.every(isSeen)
}

const SMALL = [determiners, leadingAdjectives, prepositions]

/** Animals that are drawn at it. */
const DRAWN_SO: Readonly<Partial<Record<Pose, RegExp>>> = { lying: /-asleep$/, sitting: /-seated$/ }

const AIRBORNE = wordSet('vole volent voler volant flying flies')
const SWIMS = wordSet('nage nagent nager nageant swimming swims')
const SELLS = wordSet('vend vendent vendre vendant selling sells')
const ROLLS = wordSet('roule roulent rouler roulant conduit conduisent')

/** Null for a verb that needs no telling; `similar` where only some of them do it, or otherwise than it is said. */
export function gradeOfVerb(said: SaidVerb, spec: PromptSpec): 'exact' | 'similar' | 'none' | null {
  const { word, doers } = said
  if (UNSEEN.has(word)) return null
  const people = doers.filter(({ figure, isBackdrop }) => figure !== null && !isBackdrop)
  const seen = people.filter((asked) => isDone(said, asked, spec.subjects))
  if (seen.length > 0) return seen.length < people.length || DONE_ALIKE.has(word) ? 'similar' : 'exact'
  const isAbove = doers.length === 0 && isAloft(word, spec.elements)
  if (!isAbove && !isOfThings(said, spec)) return 'none'
  return isAsleep(word) && doers.some(({ gait }) => gait === 'lying') ? 'similar' : 'exact'
}

function isDone(said: SaidVerb, asked: AskedSubject, all: readonly AskedSubject[]): boolean {
  const { figure } = asked
  if (!figure) return false
  const { word } = said
  const passenger = figure.passenger?.figure
  if (passenger && isDone(said, { ...asked, figure: passenger }, all)) return true
  const poses = posesSaid(word)
  if (
    figure.pose !== null &&
    poses.some((pose) => pose === figure.pose || (pose === 'sitting' && figure.pose === 'seated'))
  )
    return true
  if (figure.doing && DOINGS.some(({ doing, verbs }) => doing === figure.doing && verbs.has(word))) return true
  const own = { ...asked, ...actTogether(asked, all) }
  return ACTS.some(([words, shows]) => words.has(word) && shows(figure, own, said))
}

/** With open eyes it lies. */
function isAsleep(word: string): boolean {
  return /^(?:dor[mt]|endormi|assoupi|sleep|asleep)/.test(word)
}

/** Who is held or hugged does so as well. */
function actTogether(asked: AskedSubject, all: readonly AskedSubject[]): Pick<AskedSubject, 'act'> {
  const other = all.find(({ act }) => act && (act.kind === 'hands' || act.kind === 'hug') && all[act.to] === asked)
  return other?.act && !asked.act ? { act: other.act } : {}
}

/** Far up in the air of any scene. */
const ALOFT: readonly Element[] = ['birds', 'butterflies', 'fireflies']

function isAloft(word: string, elements: PromptSpec['elements']): boolean {
  return AIRBORNE.has(word) && ALOFT.some((id) => elements.has(id))
}

function isOfThings(said: SaidVerb, { objects, environment }: PromptSpec): boolean {
  const { word, doers, isObjectShown } = said
  const isPerson = doers.length > 0 && doers.every(({ figure }) => figure !== null)
  if (SELLS.has(word)) return isObjectShown && (environment === 'market' || isPerson)
  if (isPerson) return false
  const things = doers.filter(({ figure, isBackdrop }) => figure === null && !isBackdrop)
  if (things.length === 0 && objects.length > 0) return AIRBORNE.has(word) || ROLLS.has(word)
  if (SWIMS.has(word) && environment === 'underwater') return true
  return things.some((asked) => isSeenAt(word, asked))
}

function isSeenAt(word: string, { subject: id, relation, gait }: AskedSubject): boolean {
  if (gait && GAITS.some(([own, words]) => own === gait && words.has(word))) return true
  const thing = SUBJECTS.get(id)
  if (posesSaid(word).some((pose) => DRAWN_SO[pose]?.test(id))) return true
  if (AIRBORNE.has(word)) return thing?.stance === 'air' || relation?.kind === 'over'
  if (SWIMS.has(word)) return thing?.family === 'sea'
  return ROLLS.has(word) && thing?.family === 'vehicle'
}
