import { SUBJECTS } from '../../subjects/registry.ts'
/** What one does to another one: « coiffe », « tient la main », « vaccine », « donne ». Their hands are where it is done. */
import type { Act, AskedFigure, AskedSubject, Pose } from '../asked.ts'
import { BREAK } from '../tokens.ts'
import type { Draft } from './worn-and-held.ts'

const ACTS: readonly (readonly [Act['kind'], RegExp])[] = [
  [
    'hands',
    /\b(?:(?:tient|tiennent|tenant|serre|serrent|donne|donnent|prend|prennent) (?:(?:par )?(?:la|les) mains?)|main dans la main|holding hands|holds? (?:the |her |his )?hands?)\b/,
  ],
  [
    'hair',
    /\b(?:coiffe|coiffent|coiffant|tresse|tressent|tressant|peigne|natte|rase|rasent|coupe les cheveux|coupent les cheveux|braids|combs)\b/,
  ],
  [
    'arm',
    /\b(?:vaccine|vaccinent|pique|soigne|soignent|soignant|ausculte|auscultent|examine|examinent|console|rassure|masse|aide|aident|vaccinates)\b/,
  ],
  [
    'give',
    /\b(?:donne|donnent|donnant|offre|offrent|offrant|tend|tendent|remet|remettent|apporte|apportent|rend|gives?|hands|offers)\b/,
  ],
]

/** Whoever it is done to sits for it. */
const SEATED: ReadonlySet<Act['kind']> = new Set(['hair', 'arm'])

/** `subjects` stand for `drafts`, one for one. */
export function acting(
  subjects: readonly AskedSubject[],
  drafts: readonly Draft[],
  tokens: readonly string[],
): readonly AskedSubject[] {
  const pair = pairOf(subjects, drafts, tokens)
  if (!pair) return subjects
  const gift = pair.kind === 'give' ? giftOf(subjects, pair) : -1
  if (gift >= 0) return handedOver(subjects, { ...pair, gift })
  return together(subjects, pair)
}

function giftOf(subjects: readonly AskedSubject[], { by, to }: Pair): number {
  return subjects.findIndex(({ figure, count, subject }, place) => {
    const isBetween = place > Math.min(by, to) && place < Math.max(by, to)
    return isBetween && figure === null && count === 1 && HANDED.has(SUBJECTS.get(subject)?.family)
  })
}

const HANDED: ReadonlySet<string | undefined> = new Set(['thing', 'food', 'drink', 'festive', 'plant', 'clothes'])

/** What is given is in the hand that gives it, and no thing of its own. */
function handedOver(
  subjects: readonly AskedSubject[],
  { by, to, kind, gift }: Pair & { gift: number },
): readonly AskedSubject[] {
  const { subject, colour, said } = subjects[gift]!
  const moved = (place: number) => (place > gift ? place - 1 : place)
  const rest = subjects.flatMap((asked, place) => {
    if (place === gift) return []
    const relation = asked.relation && { ...asked.relation, to: moved(asked.relation.to) }
    if (place !== by) return [{ ...asked, relation }]
    const figure = { ...asked.figure!, attribute: subject, accessoryColour: colour ?? asked.figure!.accessoryColour }
    return [{ ...asked, relation, figure, said: [...asked.said, ...said] }]
  })
  return together(rest, { by: moved(by), to: moved(to), kind })
}

function together(subjects: readonly AskedSubject[], { by, to, kind }: Pair): readonly AskedSubject[] {
  return subjects.map((asked, place) => {
    if (place === by) return { ...asked, relation: null, figure: readied(asked.figure!, kind), act: { kind, to } }
    if (place !== to) return asked
    const pose = SEATED.has(kind) ? 'seated' : standing(asked.figure!.pose)
    return {
      ...asked,
      relation: null,
      figure: {
        ...asked.figure!,
        pose,
        attribute: SEATED.has(kind) || kind === 'hands' ? null : asked.figure!.attribute,
      },
    }
  })
}

interface Pair extends Act {
  readonly by: number
}

function pairOf(subjects: readonly AskedSubject[], drafts: readonly Draft[], tokens: readonly string[]): Pair | null {
  for (const [by, { figure, count, isBackdrop }] of subjects.entries()) {
    if (!figure || figure.person === 'baby' || isBackdrop || count > 2) continue
    const { hit } = drafts[by]!
    const said = clauseAfter(hit.at + hit.length, tokens)
    const kind = ACTS.find(([, words]) => words.test(said.text))?.[0]
    if (!kind) continue
    const after = subjects.findIndex((asked, to) => to > by && isMet(asked) && drafts[to]!.hit.at < said.end)
    // « le marié lui tient la main »: the one before.
    const to = after >= 0 ? after : subjects.findLastIndex((asked, place) => place < by && isMet(asked))
    if (to >= 0) return { by, to, kind }
    if (kind === 'hands' && count === 2) return { by, to: by, kind }
  }
  return null
}

function isMet({ figure, count, isBackdrop }: AskedSubject): boolean {
  return figure !== null && figure.person !== 'baby' && count === 1 && !isBackdrop
}

function clauseAfter(from: number, tokens: readonly string[]): { text: string; end: number } {
  const stop = tokens.indexOf(BREAK, from)
  const end = stop < 0 ? tokens.length : stop
  return { text: tokens.slice(from, end).join(' '), end }
}

const STILL: ReadonlySet<Pose | null> = new Set(['sitting', 'seated', 'holding', 'talking', 'cheering', 'walking'])

function standing(pose: Pose | null): Pose | null {
  return STILL.has(pose) ? 'standing' : pose
}

function readied(figure: AskedFigure, kind: Act['kind']): AskedFigure {
  const isIdle = kind === 'hands' || figure.attribute === 'stethoscope'
  return { ...figure, pose: 'standing', attribute: isIdle && kind === 'hands' ? null : figure.attribute }
}
