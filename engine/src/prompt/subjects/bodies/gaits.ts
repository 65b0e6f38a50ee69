/** How an animal is seen where the words say it: it runs or leaps, lies, or is in the air. */
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { AskedSubject, Gait } from '../../asked.ts'
import { GAITS } from '../../lexicon/gaits.ts'
import { BREAK, wordSet } from '../../tokens.ts'
import { isSomebodyNamed } from '../subject-lexicon.ts'
import type { Draft } from '../worn-and-held.ts'

const REACH = 5
const FOUR_LEGS: ReadonlySet<string | undefined> = new Set(['animal'])
const WINGED: ReadonlySet<string | undefined> = new Set(['bird', 'insect'])
/** On two legs, without any, or not seen from the side. */
const OTHERWISE = wordSet(
  'cat black-cat snake gorilla orangutan kangaroo monkey bat snail scorpion lizard agama crocodile t-rex hedgehog whole-pizza koala sloth panda lion-seated',
)

export function inGait(
  subjects: readonly AskedSubject[],
  drafts: readonly Draft[],
  tokens: readonly string[],
): readonly AskedSubject[] {
  return subjects.map((asked, place) => {
    const { hit } = drafts[place]!
    const next = drafts.find((draft) => draft.hit.at > hit.at && isSomebodyNamed(draft.hit.word))?.hit.at ?? Infinity
    const gait = asked.figure
      ? null
      : gaitAfter(hit.at + hit.length, Math.min(next, hit.at + hit.length + REACH), tokens)
    return gait && canBe(gait, asked.subject) ? { ...asked, gait } : asked
  })
}

function gaitAfter(from: number, end: number, tokens: readonly string[]): Gait | null {
  const said = tokens.slice(from, end)
  const stop = said.indexOf(BREAK)
  const own = stop < 0 ? said : said.slice(0, stop)
  return GAITS.find(([, words]) => own.some((word) => words.has(word)))?.[0] ?? null
}

function canBe(gait: Gait, subject: string): boolean {
  const { family, stance } = SUBJECTS.get(subject) ?? {}
  if (gait === 'flying') return WINGED.has(family) && stance === 'air'
  return FOUR_LEGS.has(family) && !OTHERWISE.has(subject) && !/-(?:asleep|seated)$/.test(subject)
}
