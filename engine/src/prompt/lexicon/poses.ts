/** What the verbs around somebody say that body does. */
import type { AskedFigure, Pose } from '../asked.ts'
import { BREAK, wordSet } from '../tokens.ts'

const SIT =
  wordSet(`assis assise assises accroupi accroupie accroupis sitting seated repare reparent reparant ramasse ramassent
  ramassant mange mangent mangeant dine dinent dejeune dejeunent pique
  medite meditent repairs repairing eats eating`)
/** « il lave la voiture »: nobody sits to do it. */
const WASHES = wordSet('lave lavent lavant')
const WASHED_STANDING = wordSet('voiture moto taxi camion bus velo vitres vaisselle car')
const DANCE = wordSet('danse dansent dansant dansante dansantes danser dances dance dancing')
const WALK =
  wordSet(`marche marchent marchant court courent courant promene promenent promenant traverse traversent flane
  flanent avance avancent rentre rentrent defile defilent walk walks walking run runs running`)
const TALK =
  wordSet(`parle parlent parlant discute discutent discutant bavarde bavardent bavardant raconte racontent racontant
  explique expliquent enseigne enseignent chante chantent chantant negocie negocient crie crient talks talking sings singing`)
const CHEER = wordSet(`saute sautent sautant fete fetent celebre celebrent gagne gagnent acclame
  acclament salue saluent saluant jumps jumping cheers cheering waves waving`)
const CLAP = wordSet('applaudit applaudissent applaudissant applaud applauds clapping')
const LIE = wordSet(
  'dort dorment dormant couche couchee couches couchees allonge allongee allonges endormi endormie repose reposent sleeps sleeping lying',
)
const DIVE = wordSet('plonge plongent plongeant plongeon dives diving')
const RAISES = wordSet('leve levent levant raises raising')
const FINGERS = wordSet('doigt doigts main mains hand hands')
const WRITES = wordSet('ecrit ecrivent ecrivant writes writing')
const BOARD = wordSet('tableau blackboard')
const POUND = wordSet('pile pilent pilant pounds pounding')
const SWIM = wordSet('nage nagent nageant nager baigne baignent baigner plonge plongent swims swimming swim')
const DIRECT = wordSet('regle reglent reglant dirige dirigent siffle sifflent directs directing')
const PLAY = wordSet('joue jouent jouant jouer plays play playing dispute disputent kicks kicking')
const BALL = wordSet('football foot ballon basket basketball volley volleyball handball soccer ball')
/** Of what those do to whom the next noun names: she tells, they sit and listen. */
const LISTENED = wordSet('raconte racontent racontant tresse tressent coiffe coiffent tells telling')
const WHO_ACTS = 7
const HEARS = 5

/** In the order in which they are looked for. */
const POSES: readonly (readonly [Pose, ReadonlySet<string>])[] = [
  ['sitting', SIT],
  ['lying', LIE],
  ['clapping', CLAP],
  ['swimming', SWIM],
  ['directing', DIRECT],
  ['pounding', POUND],
  ['dancing', DANCE],
  ['cheering', CHEER],
  ['talking', TALK],
  ['walking', WALK],
]

/** All of these verbs: none is a noun with a slip. */
export const doings: ReadonlySet<string> = new Set(
  [SIT, LIE, CLAP, DIVE, DANCE, WALK, TALK, CHEER, POUND, PLAY, SWIM, DIRECT].flatMap((words) => Array.from(words)),
)

/** Done sitting, and not seen by it. */
const NOT_BY_SITTING = wordSet(
  `repare reparent reparant ramasse ramassent ramassant mange mangent mangeant dine dinent dejeune dejeunent pique repairs repairing
  eats eating`,
)
/** The feet stay on the ground, and the mouth shut. */
const UNLIKE = wordSet(
  'court courent courant run runs running saute sautent sautant jumps jumping chante chantent chantant sings singing',
)

/** Every pose that shows a verb. */
export function posesSaid(word: string): readonly Pose[] {
  if (NOT_BY_SITTING.has(word) || UNLIKE.has(word)) return []
  const poses = POSES.filter(([, words]) => words.has(word)).map(([pose]) => pose)
  const others = OTHER_POSES.filter(([words]) => words.has(word)).flatMap(([, more]) => more)
  return [...poses, ...others]
}

const OTHER_POSES: readonly (readonly [ReadonlySet<string>, readonly Pose[]])[] = [
  [DIVE, ['diving', 'swimming']],
  [PLAY, ['kicking', 'playing']],
  [RAISES, ['raising']],
  [WRITES, ['raising']],
]

/** What is in the hands of somebody who does this, when the words name no thing. */
const TOOLS: readonly (readonly [tool: string, pose: Pose, words: ReadonlySet<string>])[] = [
  ['pot-of-food', 'sitting', wordSet('cuisine cuisinent cuisinant cuisiner prepare preparent preparant cooks cooking')],
  ['bowl-with-spoon', 'sitting', wordSet('mange mangent mangeant dine dinent dejeune eats eating')],
  ['open-book', 'holding', wordSet('lit lisent lisant reads reading')],
  ['glass-of-water', 'holding', wordSet('boit boivent buvant drinks drinking')],
  ['broom', 'holding', wordSet('balaie balayent balayant sweeps sweeping')],
  ['mobile-phone', 'phoning', wordSet('telephone telephonent telephonant')],
]

export function withTool(figure: AskedFigure, tokens: readonly string[]): AskedFigure {
  if (figure.attribute !== null || figure.person === 'baby' || figure.doing) return figure
  const found = TOOLS.find(([, pose, words]) => fits(figure.pose, pose) && tokens.some((token) => words.has(token)))
  if (!found) return figure
  const [attribute, pose] = found
  return { ...figure, attribute, pose: figure.pose ?? pose }
}

function fits(own: Pose | null, pose: Pose): boolean {
  return own === null || own === pose || own === 'sitting' || own === 'seated'
}

interface Place {
  readonly at: number
  readonly length: number
}

/** What the words around somebody say is done. */
export function posed(place: Place, figure: AskedFigure | null, tokens: readonly string[]): AskedFigure | null {
  if (!figure || figure.pose === 'riding' || figure.pose === 'carrying') return figure
  const said = wordsAfter(place, tokens)
  if (figure.attribute === 'books' && said.some((word) => WALK.has(word)))
    return inUniform({ ...figure, attribute: null, pose: 'walking' }, said)
  if (isBraiding(said)) return { ...figure, attribute: null, pose: 'holding' }
  const pose = poseSaid(figure, said) ?? (isListening(place, figure, tokens) ? 'sitting' : null)
  return inUniform(pose ? { ...figure, pose, attribute: isFree(pose) ? null : figure.attribute } : figure, said)
}

/** Done with empty hands. */
function isFree(pose: Pose): boolean {
  return pose === 'raising' || pose === 'clapping' || pose === 'lying'
}

const BRAIDS = wordSet('tresse tressent tressant braids')

/** With the hands, and no scissors. */
function isBraiding(said: readonly string[]): boolean {
  return said.some((word, place) => BRAIDS.has(word) && !OF_A_PLACE.has(said[place - 1] ?? ''))
}

const UNIFORMS = wordSet('uniforme uniformes uniform uniforms')
const OF_SCHOOL: ReadonlySet<AskedFigure['person']> = new Set<AskedFigure['person']>(['boy', 'girl'])

function inUniform(figure: AskedFigure, said: readonly string[]): AskedFigure {
  if (figure.garment !== null || !said.some((word) => UNIFORMS.has(word))) return figure
  return { ...figure, garment: OF_SCHOOL.has(figure.person) ? 'school' : 'uniform' }
}

/** « au marché »: nobody walks. */
const MARKET = 'market'
const OF_A_PLACE = wordSet('au du le un ce son grand petit')

function wordsAfter({ at, length }: Place, tokens: readonly string[]): readonly string[] {
  const after = tokens.slice(at + length, at + length + WHO_ACTS).map((token, place, all) => {
    const isNoun = token === 'marche' && OF_A_PLACE.has(all[place - 1] ?? '')
    return isNoun ? MARKET : token
  })
  const end = after.findIndex(
    (token, place) => token === BREAK || (isAnd(token) && !doings.has(after[place + 1] ?? '')),
  )
  return end < 0 ? after : after.slice(0, end)
}

function isAnd(token: string): boolean {
  return token === 'et' || token === 'and'
}

/** Of these all the words must be said; whatever else somebody does, they are shown so. */
type PoseOf = readonly [Pose, readonly ReadonlySet<string>[]]
const WHOLE_POSES: readonly PoseOf[] = [
  ['raising', [RAISES, FINGERS]],
  ['raising', [WRITES, BOARD]],
  ['lying', [LIE]],
  ['sitting', [SIT]],
]

const POSES_ANYHOW: readonly PoseOf[] = [
  ['swimming', [SWIM]],
  ['kicking', [PLAY, BALL]],
]

function poseIn(poses: readonly PoseOf[], isSaid: (words: ReadonlySet<string>) => boolean): Pose | null {
  return poses.find(([, words]) => words.every(isSaid))?.[0] ?? null
}

function poseSaid({ pose, attribute }: AskedFigure, said: readonly string[]): Pose | null {
  const isSaid = (words: ReadonlySet<string>) => said.some((word) => words.has(word))
  if (isSaid(WASHES) && isSaid(WASHED_STANDING)) return pose ?? 'talking'
  const whole = poseIn(WHOLE_POSES, isSaid)
  if (whole) return whole
  if (pose !== null) return pose === 'kicking' && isSaid(DIVE) ? 'diving' : null
  const own = poseIn(POSES_ANYHOW, isSaid)
  return own ?? (attribute === null ? (POSES.find(([, words]) => isSaid(words))?.[0] ?? null) : null)
}

function isListening({ at }: Place, { pose, attribute }: AskedFigure, tokens: readonly string[]): boolean {
  const before = tokens.slice(Math.max(0, at - HEARS), at)
  return pose === null && attribute === null && !before.includes(BREAK) && before.some((word) => LISTENED.has(word))
}
