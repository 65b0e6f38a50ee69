// Whoever does something to somebody stands by them, and their hands are there.
import { pointOf } from '../../../objects/subjects/figures/figure.ts'
import type { Act } from '../../../prompt/asked.ts'
import type { Scene } from '../../scene.ts'
import type { Standing } from '../related.ts'

type Point = readonly [number, number]

/** How far apart their middles are, as shares of the taller one's height. */
const APART: Readonly<Record<Act['kind'], number>> = { hands: 0.28, give: 0.42, hair: 0.22, arm: 0.34, hug: 0.17 }
/** Of what is common to both: above the feet, as a share of the smaller one's height. */
const MEETING: Readonly<Record<'hands' | 'give', number>> = { hands: 0.45, give: 0.53 }

/** The actor by the other one, both turned to each other; the others stay. */
export function inContact(scene: Scene, standings: readonly Standing[]): readonly Standing[] {
  const actor = standings.find(({ asked, copy }) => asked.act && copy === 0)
  const act = actor?.asked.act
  if (!actor || !act) return standings
  const other = standings.find(
    ({ asked, index, copy }) => index === act.to && (asked === actor.asked ? copy === 1 : copy === 0),
  )
  if (!other?.asked.figure) return standings
  const isTended = act.kind === 'hair' || act.kind === 'arm'
  const met = isTended
    ? tending(scene, actor, other)
    : act.kind === 'hug'
      ? hugging(actor, other)
      : meeting(scene, actor, other)
  return standings.map((standing) => (standing === actor ? met[0] : standing === other ? met[1] : standing))
}

/** « le marié lui tient la main »: between them, where both hands are. */
function meeting({ frame }: Scene, actor: Standing, other: Standing): readonly [Standing, Standing] {
  const { kind } = actor.asked.act!
  const middle = (actor.x + other.x) / 2
  const apart = Math.max(actor.height, other.height) * APART[kind] * (frame.width < frame.height ? 0.9 : 1)
  const side = actor.x <= other.x ? 1 : -1
  const [low, high] = actor.height < other.height ? [actor, other] : [other, actor]
  const share = MEETING[kind === 'give' ? 'give' : 'hands']
  const level = low.foot - low.height * Math.min(0.72, share * (0.45 + 0.55 * (high.height / low.height)))
  const towards = (high === actor ? side : -side) * apart * 0.06
  const at: Point = [middle + towards, level]
  const foot = (actor.foot + other.foot) / 2
  const near = (standing: Standing) => foot + (standing.foot - foot) * 0.4
  return [
    { ...actor, x: middle - (side * apart) / 2, foot: near(actor), isTurned: side < 0, reach: { far: at, near: null } },
    { ...other, x: middle + (side * apart) / 2, foot: near(other), isTurned: side > 0, reach: { far: at, near: null } },
  ]
}

/** Close to each other, an arm round each back. */
function hugging(actor: Standing, other: Standing): readonly [Standing, Standing] {
  const side = actor.x <= other.x ? 1 : -1
  const middle = (actor.x + other.x) / 2
  const apart = Math.max(actor.height, other.height) * APART.hug
  const foot = Math.max(actor.foot, other.foot)
  const set = (who: Standing, towards: number): Standing => ({
    ...who,
    x: middle - (towards * apart) / 2,
    foot,
    isTurned: towards < 0,
  })
  const [first, second] = [set(actor, side), set(other, -side)]
  const height = Math.min(first.height, second.height)
  const at = (who: Standing, aside: number, up: number): Point => [who.x + aside * height, who.foot - who.height * up]
  return [
    { ...first, reach: { far: at(second, side * 0.07, 0.69), near: at(second, -side * 0.03, 0.56) }, isOver: true },
    { ...second, reach: { far: at(first, -side * 0.05, 0.6), near: null } },
  ]
}

/** « coiffe », « vaccine »: behind the chair of whoever it is done to, a step aside, the hands before. */
function tending({ frame }: Scene, actor: Standing, other: Standing): readonly [Standing, Standing] {
  const { kind } = actor.asked.act!
  const side = actor.x <= other.x ? 1 : -1
  const apart = actor.height * APART[kind]
  const middle = (actor.x + other.x) / 2
  const set: Standing = {
    ...other,
    x: middle + side * apart * 0.55,
    isTurned: kind === 'arm' ? side > 0 : side < 0,
    isSeated: true,
  }
  const figure = set.asked.figure!
  const at = (u: number, v: number): Point => pointOf(figure, set, [u, v])
  const reach = kind === 'hair' ? { far: at(41, -1), near: at(25, 15) } : { far: at(62, 66), near: null }
  const foot = set.foot - frame.height * 0.012
  return [{ ...actor, x: middle - side * apart * 0.45, foot, isTurned: side < 0, reach, isOver: true }, set]
}
