/** « sur une branche », « sur un mur »: what an animal sits on, though the words name no other subject by it. */
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { AskedSubject, Perch } from '../../asked.ts'
import { determiners } from '../../lexicon/sentence.ts'
import { BREAK } from '../../tokens.ts'
import type { Draft } from '../worn-and-held.ts'

const PERCHES: readonly (readonly [Perch, RegExp])[] = [
  ['branch', /^(?:sur|on) (?:une|la|des|les|a|the) (?:\w+ )?(?:branches?|branch)\b/],
  ['rock', /^(?:sur|on) (?:un|le|des|les|a|the) (?:\w+ )?(?:rochers?|rocks?)\b/],
  ['wall', /^(?:sur|on) (?:un|le|les|a|the) (?:\w+ )?(?:murs?|wall)\b/],
]

const ANIMALS: ReadonlySet<string | undefined> = new Set(['animal', 'bird', 'insect', 'sea'])
const SIRENS = new Set(['mermaid', 'merman', 'merperson'])
/** Nothing that could sit there itself. */
const TOLD_OF_IT = new Set(
  'matin soir nuit jour air tete pattes yeux aile ailes plume plumes queue tail wings eyes night morning soleil sun'.split(
    ' ',
  ),
)
const TO = new Set(['a', 'au', 'aux'])

export function perched(
  subjects: readonly AskedSubject[],
  drafts: readonly Draft[],
  tokens: readonly string[],
): readonly AskedSubject[] {
  const onSomebody = onTheShoulder(subjects, drafts, tokens)
  if (onSomebody) return onSomebody
  const [main, ...rest] = subjects
  const first = drafts[0]
  if (!main || !first || main.figure || main.relation || !isAnimal(main)) return subjects
  const from = first.hit.at + first.hit.length
  if (main.gait === 'flying') return subjects
  const perch = SIRENS.has(main.subject) ? rockAfter(from, tokens) : perchAfter(from, drafts, tokens)
  return perch ? [{ ...main, perch }, ...rest] : subjects
}

const SHOULDER =
  /^(?:\w+ )?(?:sur|on|posee?s? sur|perchee?s? sur) (?:(?:l|les|son|sa|ses|his|her|the) (?:epaules?|shoulders?)|lepaule)\b/
const SMALL_ENOUGH = 0.45

/** « un perroquet sur l'épaule d'un pirate », « un pirate avec un perroquet sur l'épaule » */
function onTheShoulder(
  subjects: readonly AskedSubject[],
  drafts: readonly Draft[],
  tokens: readonly string[],
): readonly AskedSubject[] | null {
  const at = subjects.findIndex((asked, place) => {
    const { at: from, length } = drafts[place]!.hit
    const isSmall = (SUBJECTS.get(asked.subject)?.stature ?? 1) < SMALL_ENOUGH
    return isAnimal(asked) && isSmall && SHOULDER.test(tokens.slice(from + length, from + length + 6).join(' '))
  })
  const to = subjects.findIndex(({ figure }) => figure !== null && figure.person !== 'baby')
  if (at < 0 || to < 0) return null
  return subjects.map((asked, place) => (place === at ? { ...asked, count: 1, relation: { kind: 'on', to } } : asked))
}

function isAnimal({ subject }: AskedSubject): boolean {
  return ANIMALS.has(SUBJECTS.get(subject)?.family) || SIRENS.has(subject)
}

/** « une sirène qui joue du djembé au clair de lune sur un rocher »: wherever it is said. */
function rockAfter(from: number, tokens: readonly string[]): Perch | null {
  const isOnRock = tokens.some((_, at) => at >= from && PERCHES[1]![1].test(tokens.slice(at, at + 5).join(' ')))
  return isOnRock ? 'rock' : null
}

/** What is said before the sentence goes on to another thing. */
function perchAfter(from: number, drafts: readonly Draft[], tokens: readonly string[]): Perch | null {
  const named = new Set(drafts.map(({ hit }) => hit.at))
  for (let at = from; at < tokens.length && tokens[at] !== BREAK && !named.has(at); at++) {
    const said = tokens.slice(at, at + 5).join(' ')
    const perch = PERCHES.find(([, words]) => words.test(said))?.[0]
    if (perch) return perch
    if (isArticle(tokens[at]!) && !TOLD_OF_IT.has(tokens[at + 1] ?? '')) return null
  }
  return null
}

function isArticle(token: string): boolean {
  return determiners.has(token) && !TO.has(token)
}
