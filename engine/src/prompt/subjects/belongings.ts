/** What belongs to somebody, to a trade or to a place before anything is joined: flowers in the hand, a game between players, a crop of its field. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedFigure, AskedSubject } from '../asked.ts'
import type { Hit } from '../match.ts'
import { BREAK, wordSet } from '../tokens.ts'
import { type Draft, withBaby } from './worn-and-held.ts'

export function belongings(
  drafts: readonly Draft[],
  hits: readonly Hit[],
  tokens: readonly string[],
): readonly Draft[] {
  const own = onTheBack(inTheArms(inTheMortar(withoutBody(drafts)), tokens), tokens)
  const named = withoutTrade(withoutCrop(own, tokens), hits, tokens)
  return received(atTheBoard(withFlowers(named, hits, tokens), tokens), tokens)
}

function sayAll({ hit, asked }: Draft, said: readonly string[]): Draft {
  return { hit, asked: { ...asked, said: [...asked.said, ...said] } }
}

/** Without `from`, and its words said by `to`. */
function merged(drafts: readonly Draft[], from: Draft, to: Draft): readonly Draft[] {
  return drafts.flatMap((draft) => (draft === from ? [] : [draft === to ? sayAll(draft, from.asked.said) : draft]))
}

const BODY = wordSet('tooth bone')

/** « soigne les dents d'un garçon »: they are in the mouth of somebody. */
function withoutBody(drafts: readonly Draft[]): readonly Draft[] {
  const part = drafts.find(({ asked }) => BODY.has(asked.subject))
  const owner = drafts.findLast(({ asked }) => asked.figure !== null)
  return part && owner ? merged(drafts, part, owner) : drafts
}

/** « elles pilent le foufou dans un mortier »: it is in theirs. */
function inTheMortar(drafts: readonly Draft[]): readonly Draft[] {
  const by = drafts.find(({ asked }) => asked.figure?.pose === 'pounding')
  const food = drafts.find(({ asked, hit }) => asked.subject === 'foutou' && hit.at > (by?.hit.at ?? Infinity))
  return by && food ? merged(drafts, food, by) : drafts
}

const BAPTISMS = wordSet('bapteme baptise baptisent christening baptism')

/** « le baptême d'un bébé »: its mother has it in her arms. */
function inTheArms(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const baby = drafts.find(({ asked }) => asked.figure?.person === 'baby' && asked.count === 1)
  const mother = drafts.find(({ asked }) => asked.figure?.person === 'woman' && isFree(asked))
  if (!baby || !mother || !tokens.some((token) => BAPTISMS.has(token))) return drafts
  const held = { attribute: 'baby', pose: 'holding' } as const
  return merged(drafts, baby, mother).map((draft) =>
    draft.hit === mother.hit && draft.asked.figure?.person === 'woman' ? dressed(draft, held) : draft,
  )
}

const ON_THE_BACK =
  /\b(?:au|sur le|dans le|on the|on) (?:dos|back) (?:de |d |of )(?:(?:la|sa|son|une|un|le|l|his|her|a|the) )?$/

/** « un bébé au dos de sa maman »: one body, and it is tied there. */
function onTheBack(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const place = drafts.findIndex(({ asked, hit }, at) => {
    const next = drafts[at + 1]
    const between = next && tokens.slice(hit.at + hit.length, next.hit.at)
    return (
      asked.figure?.person === 'baby' &&
      asked.count === 1 &&
      next?.asked.figure &&
      ON_THE_BACK.test(`${between?.join(' ')} `)
    )
  })
  const [baby, bearer] = [drafts[place], drafts[place + 1]]
  if (place < 0 || !baby || !bearer) return drafts
  const { hit, asked } = bearer
  const one = {
    hit,
    asked: { ...asked, figure: withBaby(asked.figure!, baby.asked), said: [...asked.said, ...baby.asked.said] },
  }
  return [...drafts.slice(0, place), one, ...drafts.slice(place + 2)]
}

const CROPS = wordSet('recolte recoltes champ champs plantation culture cueillette harvest')
const OF = wordSet('de d du des of')
const GROWN: ReadonlySet<string | undefined> = new Set(['food', 'plant'])

/** « récolte d'arachides, un paysan »: they are in the ground and on the cart, and no giant before them. */
function withoutCrop(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const crop = drafts.find(({ asked, hit }) => {
    const before = tokens.slice(Math.max(0, hit.at - 2), hit.at)
    return GROWN.has(SUBJECTS.get(asked.subject)?.family) && CROPS.has(before[0] ?? '') && OF.has(before.at(-1) ?? '')
  })
  if (!crop || drafts.length < 2) return drafts
  const cart = drafts.find(({ asked }) => CARTS.has(asked.subject))
  return cart ? merged(drafts, crop, cart) : drafts.filter((draft) => draft !== crop)
}

const CARTS = wordSet('cart donkey-cart')
const FOR = wordSet('pour for d de')

/** « logo pour plombier, une goutte et une clé »: what is named is shown, and nobody of the trade. */
function withoutTrade(drafts: readonly Draft[], hits: readonly Hit[], tokens: readonly string[]): readonly Draft[] {
  const [first, next] = drafts
  const isEmblem = hits.some(({ kind, id }) => kind === 'hint' && id === 'emblem')
  if (!isEmblem || !first?.asked.figure || !next || next.asked.figure) return drafts
  const isTrade = FOR.has(tokens[first.hit.at - 1] ?? '') && tokens.slice(first.hit.at, next.hit.at).includes(BREAK)
  return isTrade ? merged(drafts, first, next) : drafts
}

const FLOWERS = wordSet('flowers rose tulip sunflower peony daisy')
const HANDED = wordSet(
  `donne donnent donnant offre offrent offrant tend tendent apporte apportent tient tiennent tenant porte portent cueille
  cueillent achete achetent gives holds offers picks`,
)

/** « il donne des fleurs à sa go »: they are in his hand. */
function withFlowers(drafts: readonly Draft[], hits: readonly Hit[], tokens: readonly string[]): readonly Draft[] {
  const flowers = hits.find(({ kind, id }) => kind === 'element' && FLOWERS.has(id))
  const giver = flowers && drafts.findLast(({ asked, hit }) => isFree(asked) && hit.at < flowers.at)
  if (!flowers || !giver) return drafts
  const between = tokens.slice(giver.hit.at + giver.hit.length, flowers.at)
  if (between.includes(BREAK) || !between.some((token) => HANDED.has(token))) return drafts
  return drafts.map((draft) => (draft === giver ? dressed(draft, { attribute: 'bouquet', pose: 'holding' }) : draft))
}

const TO = wordSet('a au aux to')
const GIVEN: ReadonlySet<string | undefined> = new Set(['plant', 'thing', 'food', 'festive', 'drink'])

/** « un robot qui donne un bouquet à une grand-mère »: whoever has no hands of ours gave it, and she has it. */
function received(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const [giver, gift, getter] = drafts
  if (!giver || !gift || !getter || giver.asked.figure || !isFree(getter.asked) || gift.asked.count > 1) return drafts
  const isGiven = tokens.slice(giver.hit.at, gift.hit.at).some((token) => HANDED.has(token))
  const isToThem = tokens.slice(gift.hit.at, getter.hit.at).some((token) => TO.has(token))
  if (!isGiven || !isToThem || !GIVEN.has(SUBJECTS.get(gift.asked.subject)?.family)) return drafts
  const held = { attribute: gift.asked.subject, pose: 'holding', accessoryColour: gift.asked.colour } as const
  return merged(drafts, gift, getter).map((draft) => (draft.hit === getter.hit ? dressed(draft, held) : draft))
}

function isFree({ figure }: AskedSubject): boolean {
  return figure !== null && figure.attribute === null && figure.person !== 'baby'
}

function dressed({ hit, asked }: Draft, more: Partial<AskedFigure>): Draft {
  return { hit, asked: { ...asked, figure: { ...asked.figure!, ...more } } }
}

export const BOARD_GAMES = wordSet('awale')
const PLAYS = wordSet('joue jouent jouant jouer joueurs playing play plays')

/** « deux vieux jouent à l'awalé »: they sit, and it is between them. */
function atTheBoard(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const board = drafts.find(({ asked }) => BOARD_GAMES.has(asked.subject))
  const players = drafts.filter(({ asked, hit }) => isFree(asked) && hit.at < (board?.hit.at ?? 0))
  if (!board || players.length === 0 || !tokens.some((token) => PLAYS.has(token))) return drafts
  return drafts.map((draft) => {
    if (draft === board) return { ...draft, asked: { ...draft.asked, count: 1 } }
    return players.includes(draft) ? dressed(draft, { pose: 'sitting' }) : draft
  })
}

const ROOM_PIECES = wordSet('mat potted-plant desk-lamp')

/** « un canapé vert, lampe, grande plante et tapis »: they are the room's own. */
export function ofTheRoom(subjects: readonly AskedSubject[], isRoom: boolean): readonly AskedSubject[] {
  const [main] = subjects
  const isIndoors = isRoom || SUBJECTS.get(main?.subject ?? '')?.family === 'furniture'
  if (!main || !isIndoors || ROOM_PIECES.has(main.subject)) return subjects
  return subjects.map((asked, index) => {
    const isUsed = asked.relation !== null || subjects.some(({ relation }) => relation?.to === index)
    return ROOM_PIECES.has(asked.subject) && !isUsed ? { ...asked, isBackdrop: true } : asked
  })
}
