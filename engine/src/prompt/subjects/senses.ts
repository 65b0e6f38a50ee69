/** What a word stands for beside others: a fish that is eaten, a dog that sleeps, a keeper of goals and none of doors. */
import type { AskedFigure } from '../asked.ts'
import type { Hit } from '../match.ts'
import { BREAK, wordSet } from '../tokens.ts'
import { type Drawable, isSomebodyNamed } from './subject-lexicon.ts'

interface Sentence {
  readonly tokens: readonly string[]
  readonly hits: readonly Hit[]
}

interface Otherwise {
  readonly subject: string
  /** Any of these words in the sentence. */
  readonly beside: ReadonlySet<string>
  readonly is: string
}

const OTHERWISE: readonly Otherwise[] = [
  {
    subject: 'net-with-handle',
    beside: wordSet('hockey hockeyeur rondelle patinoire but buts gardien foot football footballeur handball match'),
    is: 'goal-net',
  },
  {
    subject: 'key',
    beside: wordSet('plombier plomberie mecanicien mecano garagiste garage plumber mechanic'),
    is: 'wrench',
  },
  {
    subject: 'radio',
    beside: wordSet('medecin docteur poumon poumons hopital radiologue os doctor lungs'),
    is: 'x-ray',
  },
  {
    subject: 'airplane',
    beside: wordSet('descend descendent descendant monte montent embarque embarquent devant aeroport piste boarding'),
    is: 'airplane-parked',
  },
  {
    subject: 'poultry-leg',
    beside: wordSet(
      'transporte transportent transportant vivant vivants vivante eleve elevage eleveur picore picorent',
    ),
    is: 'rooster',
  },
  {
    subject: 'keyboard',
    beside: wordSet(
      'joue jouent jouant joueur joueuse musicien musicienne concert orchestre groupe piano plays playing player',
    ),
    is: 'musical-keyboard',
  },
  { subject: 'bird', beside: wordSet('vole volent volant planent plane flying flies envole'), is: 'bird-flying' },
  { subject: 'cake', beside: wordSet('an ans anniversaire fete bougie bougies birthday candles'), is: 'birthday-cake' },
  {
    subject: 'drum',
    beside: wordSet('masque masques guelede gelede vodoun vodun griot ceremonie village'),
    is: 'long-drum',
  },
]

const KEEPERS = /^gardien(?:ne)?s?$/
const ON_ICE = wordSet('hockey patinoire')
const OF_A_MATCH = wordSet('but buts foot football match penalty joueur joueuse attaquant ballon handball')

/** « le gardien » of a match keeps the goal. */
function asPlayed(figure: AskedFigure, word: string, tokens: readonly string[]): AskedFigure {
  if (!KEEPERS.test(word)) return figure
  const isOnIce = tokens.some((token) => ON_ICE.has(token))
  if (!isOnIce && !tokens.some((token) => OF_A_MATCH.has(token))) return figure
  const held = isOnIce
    ? ({ attribute: 'ice-hockey', pose: 'holding' } as const)
    : ({ attribute: null, pose: 'cheering' } as const)
  return { ...figure, garment: isOnIce ? 'uniform' : 'shirt', headwear: isOnIce ? 'helmet' : null, ...held }
}

const LIVE: Readonly<Record<string, string>> = { fish: 'grilled-fish' }

export function asFood(drawable: Drawable): Drawable {
  return { ...drawable, subject: LIVE[drawable.subject] ?? drawable.subject }
}

const PLAYED = new Set(
  'tournoi maracana championnat court courent courant lance rattrape apres plage sable jongle joue jouent jouer jouant joueur joueuse foot football match but terrain stade frappe frappent tape tapent dribble equipe plays playing'.split(
    ' ',
  ),
)

const FRENCH = new Set('un le les des du ce mon son deux trois quatre cinq en'.split(' '))

/** « ils jouent au ballon »: no balloon; « a red car »: no coach. */
export function inSense(drawable: Drawable, hit: Hit, { tokens, hits }: Sentence): Drawable {
  const { word, at } = hit
  if (drawable.figure) return { ...drawable, figure: asPlayed(drawable.figure, word, tokens) }
  const other = OTHERWISE.find(({ subject }) => subject === drawable.subject)
  if (other && tokens.some((token) => other.beside.has(token))) return { ...drawable, subject: other.is }
  const isCar = word === 'car' && drawable.subject === 'bus' && at > 0 && !FRENCH.has(tokens[at - 1]!)
  if (isCar) return { ...drawable, subject: 'automobile' }
  const inItsPose = seatedOrAsleep(drawable.subject, { tokens, at, end: nextLiving(hit, hits) })
  if (inItsPose) return { ...drawable, subject: inItsPose }
  const isBall = drawable.subject === 'balloon' && tokens.some((token) => PLAYED.has(token))
  return isBall ? { ...drawable, subject: 'soccer-ball' } : drawable
}

/** « un lion près d'un homme assis »: he sits. */
function nextLiving({ at }: Hit, hits: readonly Hit[]): number {
  return hits.find((hit) => hit.at > at && hit.kind === 'subject' && isSomebodyNamed(hit.word))?.at ?? Infinity
}

const PIECES_OF_CLOTH = /^(?:pagne|tissu|african fabric|fabric)/
const FOLDED = wordSet('plie plies pliee pliees empile empiles folded stacked')
const SELLS = wordSet('vendeuse vendeur marchande marchand vend vendent vendant vente pile tas lot')
const FURNITURE = wordSet('table etal etagere etageres comptoir table shelf')

/** « cinq pagnes pliés sur une table », « une vendeuse de tissus »: pieces of cloth, and no ground of it. */
export function isLaidCloth({ kind, id, word, at, length }: Hit, tokens: readonly string[]): boolean {
  if (kind !== 'environment' || id !== 'wax' || !PIECES_OF_CLOTH.test(word)) return false
  const after = tokens.slice(at + length, at + length + 6)
  const end = after.indexOf(BREAK)
  const said = end < 0 ? after : after.slice(0, end)
  const isSold = tokens.slice(Math.max(0, at - 3), at).some((token) => SELLS.has(token))
  const isPut = said.includes('sur') && said.some((token) => FURNITURE.has(token))
  return isSold || isPut || said.slice(0, 3).some((token) => FOLDED.has(token))
}

/** An animal that sleeps lies, its eyes closed. */
const ASLEEP: Readonly<Record<string, string>> = {
  dog: 'dog-asleep',
  poodle: 'dog-asleep',
  cat: 'cat-asleep',
  'black-cat': 'cat-asleep',
}
const SLEEPS = new Set(
  'dort dorment dormant endormi endormie endormis endormies assoupi assoupie sommeille sleeps sleeping asleep'.split(
    ' ',
  ),
)

interface Place {
  readonly tokens: readonly string[]
  readonly at: number
  /** Where another one begins. */
  readonly end: number
}

function isAsleep(place: Place): boolean {
  return place.tokens[place.at - 1] === 'sleeping' || isSaidAfter(place, SLEEPS)
}

function seatedOrAsleep(subject: string, place: Place): string | undefined {
  if (SEATED[subject] && isSaidAfter(place, SITS)) return SEATED[subject]
  return isAsleep(place) ? ASLEEP[subject] : undefined
}

/** Before the sentence goes on to another one. */
function isSaidAfter({ tokens, at, end: most }: Place, words: ReadonlySet<string>): boolean {
  const after = tokens.slice(at + 1, Math.min(at + 6, most))
  const end = after.findIndex((token) => token === BREAK || token === 'et' || token === 'and')
  return after.slice(0, end < 0 ? 5 : end).some((token) => words.has(token))
}

const SEATED: Readonly<Record<string, string>> = { lion: 'lion-seated' }
const SITS = wordSet('assis assise assi assit seated sitting sits trone tronant')
