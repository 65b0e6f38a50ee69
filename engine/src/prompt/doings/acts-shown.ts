/** Whether the picture shows what a verb says. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedFigure, AskedSubject, Pose } from '../asked.ts'
import { DOINGS } from '../lexicon/doings.ts'
import { posesSaid } from '../lexicon/poses.ts'
import type { PromptSpec } from '../spec.ts'

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** No picture could show these, or any picture does. */
const UNSEEN = wordSet(
  `est sont a ont etait etaient fait font faire faisant va vont aller vient viennent venir sort sortent sortir prend prennent prendre
  attend attendent attendre attendant regarde regardent regarder regardant sourit sourient sourire rit rient rire pose posent posee posees
  poses debout perche perchee garee garees gare gares servi servie servis servies suspendu suspendue tombe tombent tomber tombant
  travaille travaillent travailler voit voient trouve trouvent reste restent aime aiment veut veulent vit vivent habite habitent
  donne sur entoure entouree entoures represente montre montrent brille brillent illumine eclaire domine surplombe contient is are has have
  looking smiling standing working laughing shining parked`,
)

type Shows = (figure: AskedFigure, asked: AskedSubject) => boolean

const hasPose = (...poses: readonly Pose[]): Shows => {
  const shown = new Set<Pose | null>(poses)
  return ({ pose }) => shown.has(pose)
}
const holds: Shows = ({ attribute, doing }) => attribute !== null || doing !== undefined
const holdsAny = (text: string): Shows => {
  const ids = wordSet(text)
  return ({ attribute }) => ids.has(attribute ?? '')
}
const acts = (...kinds: readonly NonNullable<AskedSubject['act']>['kind'][]): Shows => {
  const shown = new Set<string | undefined>(kinds)
  return (_, { act }) => shown.has(act?.kind)
}
const any =
  (...all: readonly Shows[]): Shows =>
  (figure, asked) =>
    all.some((one) => one(figure, asked))

const WEARS: Shows = ({ garment, headwear, eyewear, attribute }) =>
  attribute !== null || garment !== null || headwear !== null || eyewear !== null

const ACTS: readonly (readonly [words: ReadonlySet<string>, shows: Shows])[] = [
  [
    wordSet(`roule roulent rouler roulant conduit conduisent conduire conduisant monte montent monter montant pilote pilotent pedale
      pedalent chevauche chevauchent galope galopent riding rides driving drives rentre rentrent`),
    hasPose('riding'),
  ],
  [
    wordSet('rentre rentrent revient reviennent avance avancent passe passent arrive arrivent part partent'),
    hasPose('walking'),
  ],
  [wordSet('porte portent porter portant wearing wears carrying carries'), WEARS],
  [wordSet('tient tiennent tenir tenant holding holds'), any(holds, acts('hands', 'hug'))],
  [
    wordSet(`donne donnent donner donnant offre offrent offrir offrant tend tendent tendre remet remettent give gives giving hands
      offers apporte apportent`),
    any(acts('give'), holds),
  ],
  [wordSet('sert servent servir servant serves serving verse versent verser versant pours pouring'), holds],
  [
    wordSet('joue jouent jouer jouant playing plays play'),
    any(
      hasPose('playing', 'kicking', 'diving'),
      ({ doing, pose }) => doing === 'mallets' || doing === 'fluting' || pose === 'sitting',
    ),
  ],
  [
    wordSet('lit lisent lire lisant reading reads'),
    holdsAny('open-book books newspaper closed-book blue-book green-book'),
  ],
  [wordSet('telephone telephonent appelle appellent calling phoning'), hasPose('phoning')],
  [
    wordSet('peche pechent pecher pechant fishing'),
    any(holdsAny('fishing-pole net-with-handle'), ({ doing, pose }) => doing === 'casting' || pose === 'pulling'),
  ],
  [wordSet('tire tirent tirer tirant pulls pulling'), hasPose('pulling')],
  [
    wordSet('coiffe coiffent coiffer coiffant tresse tressent tresser tressant rase rasent braids braiding'),
    acts('hair'),
  ],
  [wordSet('vaccine vaccinent soigne soignent soigner ausculte examine examinent'), acts('arm')],
  [
    wordSet('repare reparent reparer reparant repairs repairing fixes fixing'),
    any(({ doing }) => doing === 'mending' || doing === 'repairing', holdsAny('wrench hammer screwdriver')),
  ],
  [wordSet('embrasse embrassent enlace enlacent etreint etreignent hugging hugs hug'), acts('hug')],
  [wordSet('arrose arrosent arroser arrosant watering waters'), holdsAny('watering-can')],
  [
    wordSet('chante chantent chanter chantant singing sings'),
    any(hasPose('talking'), holdsAny('microphone studio-microphone')),
  ],
  [wordSet('vend vendent vendre vendant selling sells ouvre ouvrent opens'), holds],
  [wordSet('cueille cueillent cueillir picks picking'), holds],
  [wordSet('pousse poussent pousser'), ({ doing }) => doing === 'pushing'],
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
const PARTS: readonly (readonly [words: ReadonlySet<string>, shows: Shows])[] = [
  [
    wordSet('linge lessive vetement vetements habit habits laundry'),
    ({ doing }) => doing === 'laundering' || doing === 'ironing',
  ],
  [wordSet('cheveux cheveu hair tresses nattes'), acts('hair')],
  [wordSet('genoux genou priere knees'), ({ doing }) => doing === 'praying'],
  [wordSet('machine machines pedale'), ({ doing }) => doing === 'machining'],
  [wordSet('feu fire braise braises charbon'), ({ doing }) => doing === 'stirring' || doing === 'grilling'],
  [wordSet('kente bogolan tissu pagne'), ({ doing }) => doing === 'weaving'],
  [wordSet('repas sauce plat manger diner dejeuner soupe'), ({ doing }) => doing === 'stirring'],
  [wordSet('trou terre sol'), ({ doing }) => doing === 'digging' || doing === 'planting'],
  [wordSet('masque masques mask'), ({ doing }) => doing === 'hammering'],
  [wordSet('eau water'), ({ attribute, doing }) => attribute === 'bucket' || doing === 'laundering'],
  [wordSet('photo'), ({ doing }) => doing === 'selfie'],
]

/** « le linge » of whoever washes. */
export function isPartOfAct(words: readonly string[], { subjects }: PromptSpec): boolean {
  const parts = PARTS.filter(([own]) => words.some((word) => own.has(word)))
  return parts.some(([, shows]) => subjects.some((asked) => asked.figure !== null && shows(asked.figure, asked)))
}

const AIRBORNE = wordSet('vole volent voler volant flying flies')
const SWIMS = wordSet('nage nagent nager nageant swimming swims')
const SELLS = wordSet('vend vendent vendre vendant selling sells')
const ROLLS = wordSet('roule roulent rouler roulant conduit conduisent')

/** Null for a verb that needs no telling. */
export function gradeOfVerb(word: string, spec: PromptSpec): 'exact' | 'none' | null {
  if (UNSEEN.has(word)) return null
  if (spec.subjects.some((asked) => !asked.isBackdrop && isDone(word, asked))) return 'exact'
  return isOfThings(word, spec) ? 'exact' : 'none'
}

function isDone(word: string, asked: AskedSubject): boolean {
  const { figure } = asked
  if (!figure) return false
  const passenger = figure.passenger?.figure
  if (passenger && isDone(word, { ...asked, figure: passenger })) return true
  const poses = posesSaid(word)
  if (
    figure.pose !== null &&
    poses.some((pose) => pose === figure.pose || (pose === 'sitting' && figure.pose === 'seated'))
  )
    return true
  if (figure.doing && DOINGS.some(({ doing, verbs }) => doing === figure.doing && verbs.has(word))) return true
  return ACTS.some(([words, shows]) => words.has(word) && shows(figure, asked))
}

function isOfThings(word: string, { subjects, objects, environment }: PromptSpec): boolean {
  const things = subjects
    .filter(({ figure, isBackdrop }) => figure === null && !isBackdrop)
    .map(({ subject }) => SUBJECTS.get(subject))
  if (AIRBORNE.has(word))
    return things.some((thing) => thing?.stance === 'air' || thing?.family === 'bird') || objects.length > 0
  if (SWIMS.has(word)) return environment === 'underwater' || things.some((thing) => thing?.family === 'sea')
  if (SELLS.has(word)) return environment === 'market' || things.some((thing) => thing?.family === 'food')
  return ROLLS.has(word) && (things.some((thing) => thing?.family === 'vehicle') || objects.length > 0)
}
