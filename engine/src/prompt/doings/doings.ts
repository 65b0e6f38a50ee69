/** What the verbs around somebody, or their trade, say is done with the hands; and which things of the sentence are part of it. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedFigure, AskedSubject, Doing } from '../asked.ts'
import type { DoingWords } from '../lexicon/doing-words.ts'
import { DOINGS, TWO_FACED } from '../lexicon/doings.ts'
import { determiners, IN_THE_ACT, isInTheAct, objectPronouns } from '../lexicon/sentence.ts'
import type { Hit } from '../match.ts'
import { BREAK, wordSet } from '../tokens.ts'

interface Clause {
  /** Behind the name of whoever does it. */
  readonly from: number
  /** Before the next one who could do it. */
  readonly end: number
  readonly tokens: readonly string[]
  /** With accents. */
  readonly typed: readonly string[]
}

const WHO_ACTS = 12
/** Where only a verb stands. */
const BEFORE_VERBS = wordSet('qui et se s ne l les y is are who and')
const NOUNS_OF_ACTS = wordSet('selfie selfies genoux plateau plateaux tray')
const BEFORE_NOUNS = wordSet('de d en a au aux du sur dans par pour with of in')
const PARTICIPLE = /é(?:e|s|es)?$/

function doing(figure: AskedFigure, clause: Clause): AskedFigure {
  if (figure.person === 'baby' || figure.pose === 'riding' || figure.pose === 'carrying') return figure
  const found = doingSaid(clause)
  if (!found) return figure
  const isOwn =
    (found.doing === 'repairing' && figure.attribute === 'fishing-pole') ||
    (found.doing === 'jumping' && THROWN.has(figure.attribute ?? ''))
  return {
    ...figure,
    doing: found.doing,
    pose: poseFor(found, figure),
    attribute: isOwn ? figure.attribute : (found.tool ?? null),
  }
}

/** Balls that are in the hands of whoever jumps. */
const THROWN = wordSet('basketball volleyball')

/** « assis », « à table »: who eats or drinks does it as they are. */
function poseFor({ doing, pose }: DoingWords, figure: AskedFigure): AskedFigure['pose'] {
  const isAnyhow = doing === 'eating' || doing === 'drinking' || doing === 'reading'
  return isAnyhow && (figure.pose === 'sitting' || figure.pose === 'seated') ? figure.pose : pose
}

function doingSaid({ from, end, tokens, typed }: Clause): DoingWords | null {
  const last = Math.min(end, from + WHO_ACTS, endOfClause(from, tokens))
  for (let at = from; at < last; at++) {
    if (!isVerb(at, { from, end, tokens, typed })) continue
    const around = tokens.slice(at, Math.min(tokens.length, at + 8))
    const found = DOINGS.find(({ verbs, beside, without, isAnywhere }) => {
      if (!verbs.has(tokens[at]!)) return false
      return (
        (!beside || (isAnywhere ? tokens : around).some((word) => beside.has(word))) &&
        !(without && around.some((word) => without.has(word)))
      )
    })
    if (found) return found
  }
  return null
}

/** « une dame, qui tricote » goes on behind the comma. */
function endOfClause(from: number, tokens: readonly string[]): number {
  const stop = tokens.indexOf(BREAK, from)
  if (stop < 0) return tokens.length
  return tokens[stop + 1] === 'qui' ? endOfClause(stop + 1, tokens) : stop
}

function isVerb(at: number, { from, tokens, typed }: Clause): boolean {
  const [token, before] = [tokens[at]!, tokens[at - 1] ?? '']
  if (NOUNS_OF_ACTS.has(token)) return token !== 'genoux' || before === 'a'
  if (PARTICIPLE.test(typed[at] ?? '')) return false
  if (isInTheAct(tokens, at - IN_THE_ACT)) return true
  if (TWO_FACED.has(token)) return BEFORE_VERBS.has(before) || (at === from && isPlainVerb(tokens, at))
  return !BEFORE_NOUNS.has(before) && !(determiners.has(before) && !objectPronouns.has(before))
}

/** Verbs where they follow whoever does it, whatever is said next. */
const INTRANSITIVE = wordSet('court telephone boxe pousse')

/** « a man knitting », « un vendeur pousse une charrette » */
function isPlainVerb(tokens: readonly string[], at: number): boolean {
  return INTRANSITIVE.has(tokens[at]!) || /(?:ant|ing)$/.test(tokens[at]!) || determiners.has(tokens[at + 1] ?? '')
}

const TRADES: readonly (readonly [Doing, RegExp])[] = [
  ['machining', /^(?:couturi|tailleur|modeliste|seamstress|tailor)/],
  ['weaving', /^(?:tisserand|weaver)/],
  ['planing', /^(?:menuisi|charpentier|ebeniste|carpenter|joiner)/],
  ['walling', /^(?:macon|bricklayer|mason)/],
  ['boxing', /^(?:boxeu[rs]e? au sac)/],
  ['hammering', /^(?:forgeron|blacksmith|sculpt)/],
  ['painting', /^(?:artiste peintre|peintre|painter)/],
  ['sweeping', /^(?:balayeu|sweeper)/],
  ['laundering', /^(?:lavandiere|blanchisseu|laveuse)/],
  ['knitting', /^(?:tricoteu)/],
  ['stitching', /^(?:brodeu)/],
  ['serving', /^(?:serveu|waiter|waitress|barman)/],
  ['mending', /^reparat\w+ d\w* (?:telephone|phone|portable|radio|tele|ordinateur)/],
]

/** Whoever does nothing else is at their work. */
function atTrade(figure: AskedFigure, word: string): AskedFigure {
  const trade = TRADES.find(([, isOf]) => isOf.test(word))
  const words = trade && DOINGS.find((one) => one.doing === trade[0])
  if (!words || figure.doing || !isIdle(figure)) return figure
  return { ...figure, doing: words.doing, pose: words.pose, attribute: null }
}

function isIdle({ pose }: AskedFigure): boolean {
  return pose === null || pose === 'holding' || pose === 'standing' || pose === 'sitting'
}

/** « tricote un pull rouge »: it is on the needles, in its colour; null for what is no part of it. */
export function partOfDoing(figure: AskedFigure, { subject, colour, figure: other }: AskedSubject): AskedFigure | null {
  const words = DOINGS.filter((one) => one.doing === figure.doing)
  if (other) return null
  const names = [subject, SUBJECTS.get(subject)?.family ?? '']
  if (!words.some(({ takes }) => names.some((name) => takes.has(name)))) return null
  const isNamed = words.some(({ shows }) => names.some((name) => shows.has(name)))
  const isShown = isNamed && (figure.doing === 'laundering' || !TABLEWARE.has(subject))
  const isFree = isFreeFor(figure, subject) || words.some(({ tool }) => tool === figure.attribute)
  return {
    ...figure,
    attribute: isShown && isFree ? subject : figure.attribute,
    accessoryColour: colour ?? figure.accessoryColour,
  }
}

/** « un pêcheur répare son filet »: the net, and no rod. */
function isFreeFor({ attribute }: AskedFigure, subject: string): boolean {
  return attribute === null || (attribute === 'fishing-pole' && subject === 'net-with-handle')
}

/** How near what somebody does comes to showing a thing that is part of it; null for what is none. */
export function gradeInDoing({ doing, attribute }: AskedFigure, subject: string): 'exact' | 'similar' | 'none' | null {
  const names = [subject, SUBJECTS.get(subject)?.family ?? '']
  const all = DOINGS.filter((one) => one.doing === doing)
  const has = (of: 'takes' | 'draws' | 'likens' | 'shows') => all.some((one) => names.some((name) => one[of].has(name)))
  if (!has('takes')) return null
  if (has('draws')) return 'exact'
  if (has('likens')) return 'similar'
  return has('shows') && attribute === subject ? 'exact' : 'none'
}

const TABLEWARE = wordSet('fork-and-knife-with-plate plate fork-and-knife bowl-with-spoon')

interface AtWork extends Pick<Clause, 'tokens' | 'typed'> {
  /** The next one who is named. */
  readonly next: Hit | undefined
  readonly person: Hit | undefined
  readonly isMany: boolean
}

const LOAD_ON_HEAD =
  /\b(bassines?|cuvettes?|seaux?|calebasses?|paniers?|corbeilles?|plateaux?|basins?|baskets?) (?:de |d |of )?(?:\w+ ){0,2}(?:sur|on) (?:la|les|leurs?|her|his|their) (?:tetes?|heads?)\b/
const WOVEN = /^(?:panier|corbeille|plateau|basket)/
const WATER_ON_HEAD = /\b(?:eau|water) (?:sur|on) (?:la|sa|leur|her|his|the) (?:tete|head)\b/

/** What is said to be done, else what somebody of the trade does. */
export function atWorkOf(
  hit: Hit,
  figure: AskedFigure | null,
  { tokens, typed, next, person, isMany }: AtWork,
): AskedFigure | null {
  if (!figure) return null
  const from = hit.at + hit.length
  const end = next?.at ?? tokens.length
  if (WATER_ON_HEAD.test(tokens.slice(from, end).join(' '))) return { ...figure, attribute: 'bucket', pose: 'carrying' }
  const own = tokens.slice(from, Math.min(person?.at ?? tokens.length, endOfClause(from, tokens)))
  const vessel = LOAD_ON_HEAD.exec(own.join(' '))?.[1]
  if (vessel && figure.pose !== 'riding')
    return { ...figure, attribute: WOVEN.test(vessel) ? 'basket' : 'bucket', pose: 'carrying' }
  const done = doing(figure, { from, end, tokens, typed })
  return isMany ? done : atTrade(done, hit.word)
}

/** What is played with both hands before the body, or at the mouth. */
export function asPlayed(figure: AskedFigure): AskedFigure {
  if (figure.pose !== 'playing') return figure
  if (figure.attribute === 'balafon') return { ...figure, pose: 'working', doing: 'mallets' }
  return figure.attribute === 'flute' ? { ...figure, pose: 'standing', doing: 'fluting' } : figure
}
