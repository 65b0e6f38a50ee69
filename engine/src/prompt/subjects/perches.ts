/** « sur une branche », « sur un mur »: what the first one sits on, though the words name no other subject by it. */
import type { AskedSubject, Perch } from '../asked.ts'
import type { Draft } from './worn-and-held.ts'

const PERCHES: readonly (readonly [Perch, RegExp])[] = [
  ['branch', /\b(?:sur|on) (?:une|la|des|les|a|the) (?:\w+ )?(?:branches?|branch)\b/],
  ['rock', /\b(?:sur|on) (?:un|le|des|les|a|the) (?:\w+ )?(?:rochers?|rocks?)\b/],
  ['wall', /\b(?:sur|on) (?:un|le|les|a|the) (?:\w+ )?(?:murs?|wall)\b/],
]

export function perched(
  subjects: readonly AskedSubject[],
  drafts: readonly Draft[],
  tokens: readonly string[],
): readonly AskedSubject[] {
  const [main, ...rest] = subjects
  const first = drafts[0]
  if (!main || !first || main.figure || main.relation) return subjects
  const said = tokens.slice(first.hit.at + first.hit.length).join(' ')
  const perch = PERCHES.find(([, words]) => words.test(said))?.[0]
  return perch ? [{ ...main, perch }, ...rest] : subjects
}
