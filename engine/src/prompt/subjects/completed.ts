/** What the words say without a noun: an animal's young, what one waters with; and a feast that is its people. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedSubject, Person, Pose } from '../asked.ts'
import { wordSet } from '../tokens.ts'
import { dressedAnimals } from './animals-clothes.ts'
import { keyOfWord } from './subject-lexicon.ts'
import type { Draft } from './worn-and-held.ts'

export function completed(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const playing = atPlay(ofAnAge(elders(dressedAnimals(withoutFeast(drafts), tokens), tokens)))
  const all = playing.flatMap((draft, place) => withYoung(draft, place, { drafts: playing, tokens }))
  return watered(served(grilling(lit(all, tokens)), tokens), tokens)
}

/** « tonton qui braise »: in an apron, behind the grill. */
function grilling(drafts: readonly Draft[]): readonly Draft[] {
  const place = drafts.findIndex(({ asked, hit }) => asked.subject === 'grill' && hit.word.startsWith('qui '))
  const cook = drafts[place - 1]
  if (!cook?.asked.figure) return drafts
  const { figure } = cook.asked
  const dressed = { ...figure, garment: figure.garment ?? ('apron' as const) }
  return drafts.map((draft, at) => {
    if (at === place) return { ...draft, asked: { ...draft.asked, relation: { kind: 'before', to: place - 1 } } }
    return at === place - 1 ? { ...draft, asked: { ...draft.asked, figure: dressed } } : draft
  })
}

const CAKES: Readonly<Record<string, string>> = {
  'birthday-cake': 'cake',
  cake: 'cake',
  'chocolate-cake': 'chocolate-cake',
  'tiered-cake': 'tiered-cake',
}

/** What a plural without a number stands for. */
const UNTOLD = 4

/** « un gâteau avec sept bougies »: as many as are said stand on it. */
function lit(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const to = drafts.findIndex(({ asked }) => CAKES[asked.subject])
  const candles = drafts.find(({ asked }) => asked.subject === 'candle')
  if (to < 0 || !candles || candles.asked.count === UNTOLD) return drafts
  if (drafts.indexOf(candles) < to) return isOnIt(drafts[to]!, tokens) ? lit(cakeFirst(drafts, to), tokens) : drafts
  return drafts.map((draft, place) => {
    if (place === to) return { ...draft, asked: { ...draft.asked, subject: CAKES[draft.asked.subject]! } }
    if (draft !== candles) return draft
    return { ...draft, asked: { ...draft.asked, subject: 'cake-candle', relation: { kind: 'on', to } } }
  })
}

/** « sept bougies sur un gâteau » */
function isOnIt({ hit }: Draft, tokens: readonly string[]): boolean {
  return tokens.slice(Math.max(0, hit.at - 3), hit.at).some((token) => token === 'sur' || token === 'on')
}

function cakeFirst(drafts: readonly Draft[], place: number): readonly Draft[] {
  return [drafts[place]!, ...drafts.filter((_, at) => at !== place)]
}

const FRIENDS = /^(?:copine?|ami|amie|camarade|friend)$/
const CHILDREN = { girl: 'girl', boy: 'boy' } as const

/** « une petite fille avec ses copines »: they are as old as she is. */
function ofAnAge(drafts: readonly Draft[]): readonly Draft[] {
  const child = drafts[0]?.asked.figure?.person
  if (child !== 'girl' && child !== 'boy') return drafts
  return drafts.map((draft) => {
    const { figure } = draft.asked
    if (!figure || !FRIENDS.test(keyOfWord(draft.hit.word))) return draft
    const person = figure.person === 'man' ? CHILDREN.boy : figure.person === 'woman' ? CHILDREN.girl : child
    return { ...draft, asked: { ...draft.asked, figure: { ...figure, person } } }
  })
}

const OLD: ReadonlySet<string | undefined> = wordSet('vieux vieil vieille vieilles old elderly')
const ELDERS: Partial<Record<Person, Person>> = { man: 'old-man', person: 'old-man', woman: 'old-woman' }

/** « un vieux pêcheur », « une vieille vendeuse »: old, whatever their trade. */
function elders(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  return drafts.map((draft) => {
    const { figure } = draft.asked
    const elder = figure && ELDERS[figure.person]
    if (!elder || !OLD.has(tokens[draft.hit.at - 1])) return draft
    return { ...draft, asked: { ...draft.asked, figure: { ...figure, person: elder } } }
  })
}

const YOUNG = wordSet('petit petits bebe bebes baby babies young cub cubs')
const OF_ITS_OWN = wordSet('son sa ses leur leurs its her his their')
const JOINING = wordSet('et avec and with')
const WITH_YOUNG: ReadonlySet<string | undefined> = new Set(['animal', 'bird', 'sea'])

interface Around {
  readonly drafts: readonly Draft[]
  readonly tokens: readonly string[]
}

/** « un éléphant et son petit »: a small second one. */
function withYoung(draft: Draft, place: number, { drafts, tokens }: Around): readonly Draft[] {
  const { asked, hit } = draft
  const before = drafts[place - 1]
  if (before && isYoungOf(before, hit.at, tokens)) return asked.figure?.person === 'baby' ? [] : [draft]
  if (!isYoungOf(draft, youngAt(draft), tokens)) return [draft]
  const count = tokens[youngAt(draft) - 1] === 'ses' || tokens[youngAt(draft)]!.endsWith('s') ? 2 : 1
  return [draft, { hit, asked: { ...asked, count, size: 'small', relation: null } }]
}

function youngAt({ hit }: Draft): number {
  return hit.at + hit.length + 2
}

function isYoungOf(draft: Draft, at: number, tokens: readonly string[]): boolean {
  const { asked } = draft
  const isAnimal = asked.figure === null && WITH_YOUNG.has(SUBJECTS.get(asked.subject)?.family)
  const [joining = '', own = '', young = ''] = tokens.slice(at - 2, at + 1)
  return isAnimal && at === youngAt(draft) && JOINING.has(joining) && OF_ITS_OWN.has(own) && YOUNG.has(young)
}

const FEASTS = wordSet('fete party reveillon')

/** Its people are those that the words name. */
function withoutFeast(drafts: readonly Draft[]): readonly Draft[] {
  const isFeast = ({ hit }: Draft) => FEASTS.has(keyOfWord(hit.word))
  const hasOthers = drafts.some((draft) => !isFeast(draft) && isSomebody(draft.asked))
  return hasOthers ? drafts.filter((draft) => !isFeast(draft)) : drafts
}

function isSomebody({ figure, subject }: AskedSubject): boolean {
  return figure !== null || subject === 'zangbeto' || SUBJECTS.get(subject)?.hasSkin === true
}

/** How one is seen with what a game is played with. */
const GAMES: Readonly<Record<string, Pose>> = {
  'ice-hockey': 'holding',
  'soccer-ball': 'kicking',
  basketball: 'kicking',
  volleyball: 'kicking',
  tennis: 'kicking',
  badminton: 'kicking',
  'ping-pong': 'kicking',
  'boxing-glove': 'holding',
}

/** « hockey sur glace, deux gamins »: they play it. */
function atPlay(drafts: readonly Draft[]): readonly Draft[] {
  const [game, ...rest] = drafts
  const pose = game && game.asked.figure === null ? GAMES[game.asked.subject] : undefined
  const isPlayer = ({ asked: { figure } }: Draft) => figure !== null && figure.attribute === null
  if (!game || !pose || !rest.some(isPlayer)) return drafts
  return rest.map((draft) => {
    const { figure, said } = draft.asked
    if (!figure || !isPlayer(draft)) return draft
    const player = { ...figure, attribute: game.asked.subject, pose }
    const asked = { ...draft.asked, figure: player, said: [...said, ...game.asked.said] }
    return { hit: draft.hit, asked }
  })
}

const BY = wordSet('par by')
const AMONG = wordSet('entre avec among with')
const LAID: ReadonlySet<string | undefined> = new Set(['food', 'drink'])

/** « servi par un jeune homme », « entre amis »: food is shown with who serves it, or sits around it. */
function served(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const [first] = drafts
  const place = drafts.findIndex(({ asked }) => asked.figure !== null && asked.figure.attribute === null)
  if (!first || place < 1 || !LAID.has(SUBJECTS.get(first.asked.subject)?.family)) return drafts
  const { asked, hit } = drafts[place]!
  const before = tokens.slice(Math.max(0, hit.at - 3), hit.at)
  const others = drafts.filter((_, index) => index !== place)
  if (before.some((token) => BY.has(token))) {
    const figure = { ...asked.figure!, attribute: first.asked.subject, pose: 'holding' as const }
    return [{ hit, asked: { ...asked, figure, said: [...asked.said, ...first.asked.said] } }, ...others.slice(1)]
  }
  if (!before.some((token) => AMONG.has(token))) return drafts
  const figure = { ...asked.figure!, pose: asked.figure!.pose ?? ('sitting' as const) }
  return [
    {
      hit,
      asked: { ...asked, count: asked.count < 2 && before.includes('entre') ? 3 : Math.min(asked.count, 3), figure },
    },
    ...others,
  ]
}

const WATERS = wordSet('arrose arrosent arrosant arroser watering waters')

/** In hand; a robot, which has none of ours, has it beside. An elephant has its trunk. */
function watered(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const [first, ...rest] = drafts
  if (!first || !isWatering(tokens)) return drafts
  const { asked, hit } = first
  if (!asked.figure) return asked.subject === 'robot' ? [first, { hit, asked: { ...asked, ...CAN } }, ...rest] : drafts
  if (asked.figure.attribute !== null) return drafts
  return [{ hit, asked: { ...asked, figure: { ...asked.figure, attribute: CAN.subject, pose: 'holding' } } }, ...rest]
}

const CAN = { subject: 'watering-can', count: 1, colour: null, size: null, relation: null, said: [] } as const

export function isWatering(tokens: readonly string[]): boolean {
  return tokens.some((token) => WATERS.has(token))
}
