/** « un zémidjan qui transporte une dame avec un panier »: she sits behind him, and the basket is hers. */
import type { AskedFigure, AskedSubject } from '../../asked.ts'
import { determiners, leadingAdjectives } from '../../lexicon/sentence.ts'
import { wordSet } from '../../tokens.ts'
import type { Draft } from '../worn-and-held.ts'

const TAKES_ALONG = wordSet(
  'transporte transportent transportant emmene emmenent conduit conduisant ramene depose porte amene carrying taking transporting',
)
const WITH_A_SEAT_BEHIND = wordSet('motor-scooter motorcycle bicycle')

interface Joining {
  readonly tokens: readonly string[]
  /** What joins a thing to somebody. */
  readonly join: (owner: Draft, draft: Draft, tokens: readonly string[]) => Draft | null
}

/** The driver with whoever `draft` is behind, or with `draft` on whoever is there; null for anything else. */
export function withPassenger(owner: Draft, draft: Draft, { tokens, join }: Joining): Draft | null {
  const { figure, count } = owner.asked
  if (!figure || count > 1 || !hasSeat(figure)) return null
  if (figure.passenger) return onPassenger(owner, draft, figure.passenger, { tokens, join })
  return isTakenAlong(owner, draft, tokens) ? seatedBehind(owner, draft.asked, draft.asked.said) : null
}

function hasSeat({ pose, attribute }: AskedFigure): boolean {
  return pose === 'riding' && WITH_A_SEAT_BEHIND.has(attribute ?? '')
}

function isBaby({ figure }: AskedSubject): boolean {
  return figure?.person === 'baby'
}

function onPassenger(
  owner: Draft,
  draft: Draft,
  { figure, colour }: NonNullable<AskedFigure['passenger']>,
  { tokens, join }: Joining,
): Draft | null {
  if (draft.asked.figure !== null && !isBaby(draft.asked)) return null
  const joined = join({ ...owner, asked: { ...owner.asked, figure, colour } }, draft, tokens)
  return joined && seatedBehind(owner, joined.asked, draft.asked.said)
}

function isTakenAlong(owner: Draft, { hit, asked }: Draft, tokens: readonly string[]): boolean {
  const between = tokens.slice(owner.hit.at + owner.hit.length, hit.at)
  const verb = between.findLast((word) => !determiners.has(word) && !leadingAdjectives.has(word))
  const isSaid = TAKES_ALONG.has(verb ?? '') || (WITH.has(verb ?? '') && isBehind(tokens, hit.at + hit.length))
  return isSaid && asked.figure !== null && !isBaby(asked) && asked.count === 1
}

const WITH = wordSet('avec with')

/** « avec une dame derrière lui » */
function isBehind(tokens: readonly string[], at: number): boolean {
  return /^(?:assise? |seated |sitting )?(?:derriere (?:lui|elle)\b|behind (?:him|her)\b|(?:derriere|behind)(?: ,|$))/.test(
    tokens.slice(at, at + 3).join(' '),
  )
}

function seatedBehind({ hit, asked }: Draft, { figure, colour }: AskedSubject, said: readonly string[]): Draft {
  const carrying = { ...asked.figure!, passenger: { figure: figure!, colour } }
  return { hit, asked: { ...asked, figure: carrying, said: [...asked.said, ...said] } }
}
