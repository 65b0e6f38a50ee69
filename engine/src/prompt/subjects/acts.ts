import { SUBJECTS } from '../../subjects/registry.ts'
/** What one does to another one: « coiffe », « tient la main », « vaccine », « donne ». Their hands are where it is done. */
import type { Act, AskedFigure, AskedSubject, Pose } from '../asked.ts'
import { BREAK } from '../tokens.ts'
import { actSaid, type Clause, isGivenTo } from './act-words.ts'
import type { Draft } from './worn-and-held.ts'

/** Whoever it is done to sits for it. */
const SEATED: ReadonlySet<Act['kind']> = new Set(['hair', 'arm'])

/** `subjects` stand for `drafts`, one for one; `words` are as typed. */
export function acting(
  subjects: readonly AskedSubject[],
  drafts: readonly Draft[],
  words: readonly string[],
): readonly AskedSubject[] {
  const pair = pairOf(subjects, drafts, words)
  if (!pair) return subjects
  const gift = pair.kind === 'give' ? giftOf(subjects, pair) : -1
  if (gift >= 0) return handedOver(subjects, { ...pair, gift })
  const isVoid = pair.kind === 'give' && !isGivenTo({ words }, pair.at, drafts[pair.to]!.hit.at)
  return isVoid ? subjects : together(subjects, pair)
}

function giftOf(subjects: readonly AskedSubject[], { by, to }: Pair): number {
  return subjects.findIndex(({ figure, count, subject }, place) => {
    const isBetween = place > Math.min(by, to) && place < Math.max(by, to)
    return isBetween && figure === null && count === 1 && isHandy(subject)
  })
}

function isHandy(id: string): boolean {
  const drawing = SUBJECTS.get(id)
  return HANDED.has(drawing?.family) || (CARRIED.has(drawing?.family) && (drawing?.stature ?? 1) < 0.45)
}

/** In both hands, where they are small. */
const CARRIED: ReadonlySet<string | undefined> = new Set(['sea', 'bird', 'animal'])

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

function together(subjects: readonly AskedSubject[], { by, to, kind }: Omit<Pair, 'at'>): readonly AskedSubject[] {
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
        attribute: SEATED.has(kind) || kind === 'hands' || kind === 'hug' ? null : asked.figure!.attribute,
      },
    }
  })
}

interface Pair extends Act {
  readonly by: number
  /** Where the words say it. */
  readonly at: number
}

function pairOf(subjects: readonly AskedSubject[], drafts: readonly Draft[], words: readonly string[]): Pair | null {
  const people = new Set(drafts.filter(({ asked }) => asked.figure !== null).map(({ hit }) => hit.at))
  for (const [by, { figure, count, isBackdrop }] of subjects.entries()) {
    if (!figure || figure.person === 'baby' || isBackdrop || count > 2) continue
    const { hit } = drafts[by]!
    const clause = { words, people, ...clauseAfter(hit.at + hit.length, words) }
    const said = actSaid(clause)
    if (!said) continue
    const after = subjects.findIndex((asked, to) => to > by && isMet(asked) && drafts[to]!.hit.at < clause.end)
    // « le marié lui tient la main »: the one before.
    const to = after >= 0 ? after : subjects.findLastIndex((asked, place) => place < by && isMet(asked))
    if (to >= 0) return { by, to, ...said }
    if ((said.kind === 'hands' || said.kind === 'hug') && count === 2) return { by, to: by, ...said }
  }
  return null
}

function isMet({ figure, count, isBackdrop }: AskedSubject): boolean {
  return figure !== null && figure.person !== 'baby' && count === 1 && !isBackdrop
}

function clauseAfter(from: number, words: readonly string[]): Pick<Clause, 'from' | 'end'> {
  const stop = words.indexOf(BREAK, from)
  return { from, end: stop < 0 ? words.length : stop }
}

const STILL: ReadonlySet<Pose | null> = new Set(['sitting', 'seated', 'holding', 'talking', 'cheering', 'walking'])

function standing(pose: Pose | null): Pose | null {
  return STILL.has(pose) ? 'standing' : pose
}

function readied(figure: AskedFigure, kind: Act['kind']): AskedFigure {
  const isEmpty = kind === 'hands' || kind === 'hug'
  return { ...figure, pose: 'standing', attribute: isEmpty ? null : figure.attribute }
}
