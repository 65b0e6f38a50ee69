/** Who does what a verb says, and with what: by what is named before it and after it. */
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { AskedSubject } from '../../asked.ts'
import type { PromptSpec } from '../../spec.ts'
import { isHandled, isSomebody, keyOfWord } from '../../subjects/subject-lexicon.ts'
import { wordSet } from '../../tokens.ts'
import type { Mention } from '../mentions/mention.ts'

/** What the mention is drawn as, itself or with whoever has it; of two of a name, the one whose turn it is. */
export function subjectOf(
  mention: Mention,
  mentions: readonly Mention[],
  subjects: readonly AskedSubject[],
): AskedSubject | null {
  const keys = keysOf(mention)
  const own = subjects.filter(({ said }) => keys.some((key) => said.includes(key)))
  const before = mentions.filter((other) => other.at < mention.at && keysOf(other).some((key) => keys.includes(key)))
  return own[Math.min(before.length, own.length - 1)] ?? null
}

function keysOf({ meanings }: Mention): readonly string[] {
  return meanings.map(({ word }) => keyOfWord(word))
}

/** All of the picture where nobody is named before: « Danse, petite fille »; none where who does it is no subject. */
export function doersOf(
  verb: Mention,
  mentions: readonly Mention[],
  { subjects }: PromptSpec,
): readonly AskedSubject[] {
  const before = mentions.filter(({ at, kind }) => at < verb.at && kind === 'noun')
  const last = before.at(-1)
  if (last && isBound(verb, last)) {
    if (isOther(last)) return []
    const own = subjectOf(last, mentions, subjects)
    if (own && own.figure === null && isSomebody(own)) return [own]
  }
  const place = placeOfDoer(verb, before, { mentions, subjects })
  if (place < 0) return before.some(isLivingObject) ? [] : subjects
  if (before.slice(place + 1).some(isLivingObject)) return []
  const doer = subjectOf(before[place]!, mentions, subjects)!
  return PLURAL.test(verb.text) && doer.count === 1 ? joined(before.slice(0, place + 1), mentions, subjects) : [doer]
}

interface Named {
  readonly mentions: readonly Mention[]
  readonly subjects: readonly AskedSubject[]
}

/** The last one before it who could do it; a person where it is « il » or « elle ». */
function placeOfDoer(verb: Mention, before: readonly Mention[], { mentions, subjects }: Named): number {
  const isPerson = (mention: Mention) => subjectOf(mention, mentions, subjects)?.figure
  const hasPerson = before.some(isPerson)
  if (PRONOUN.test(verb.text) && hasPerson) return before.findLastIndex(isPerson)
  return before.findLastIndex((mention) => canAct(subjectOf(mention, mentions, subjects), hasPerson))
}

/** « … qui danse »: the verb is said of the word that it follows. */
function isBound(verb: Mention, { at, length }: Mention): boolean {
  return verb.at - (at + length) === 1 && /^(?:qui|who) /.test(verb.text)
}

/** Nothing that the engine knows, or one of its own silhouettes. */
function isOther(mention: Mention): boolean {
  return mention.meanings.length === 0 || isLivingObject(mention)
}

/** « …, il téléphone »: no car does. */
const PRONOUN = /^(?:il|elle) /

const LIVING_OBJECTS = wordSet(
  'cat fox wolf deer horse unicorn owl whale fish jellyfish butterfly butterflies bird birds fireflies dragon elephant giraffe lion',
)

function isLivingObject({ meanings }: Mention): boolean {
  return meanings.some(({ kind, id }) => (kind === 'object' || kind === 'element') && LIVING_OBJECTS.has(id))
}

const MOVING: ReadonlySet<string | undefined> = new Set(['vehicle', 'boat', 'aircraft'])

function canAct(asked: AskedSubject | null, hasPerson: boolean): boolean {
  if (asked === null || (hasPerson && isHandled(asked.subject))) return false
  return isSomebody(asked) || MOVING.has(SUBJECTS.get(asked.subject)?.family)
}

const PLURAL = /[^m]ent$/
/** « et », the article, and an adjective. */
const APART = 3

/** « un homme et une femme qui dansent »: both do. */
function joined(
  before: readonly Mention[],
  mentions: readonly Mention[],
  subjects: readonly AskedSubject[],
): readonly AskedSubject[] {
  const all = new Set<AskedSubject>()
  for (const [k, mention] of before.toReversed().entries()) {
    const next = before.at(-k)
    if (k > 0 && next && next.at - (mention.at + mention.length) > APART) break
    const asked = subjectOf(mention, mentions, subjects)
    if (asked === null || !canAct(asked, true)) break
    all.add(asked)
  }
  return [...all]
}

/** What is named next, before anything else is done. */
export function objectOf(verb: Mention, mentions: readonly Mention[]): Mention | null {
  const next = mentions.find(({ at }) => at > verb.at)
  return next && next.kind !== 'verb' ? next : null
}
