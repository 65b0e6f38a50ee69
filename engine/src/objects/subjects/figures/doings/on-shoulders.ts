// What lies on somebody's shoulder, and a child that sits on both of them.
import { fromHex, type Rgb } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { colourValue } from '../../../../prompt/colour-values.ts'
import { aspectOf } from '../../draw-subject.ts'
import { dimmed } from '../cloth.ts'
import { accessory, arm, bar, type Easel, limb, type Point, shape, skinOf, stamp } from '../figure-easel.ts'
import { head } from '../head/head.ts'

/** Over the head of who bears a child. */
export const CHILD_ABOVE = 84

/** Long things lie along, others on end. */
export function shouldered(easel: Easel, { attribute }: AskedFigure): void {
  const id = attribute ?? 'sack'
  if (LONG.has(id)) {
    for (const y of [38, 44]) bar(easel, [-16, y + 8, 62, y - 6], [8, 7], fromHex(y < 40 ? '#a8743c' : '#8a5a34'))
    return
  }
  const height = Math.min(36, 40 / aspectOf(id))
  stamp(easel, id, { x: 13, y: 53, height }, accessory(easel, id))
}

const LONG: ReadonlySet<string> = new Set(['wood', 'log', 'broom', 'shovel'])

type Child = NonNullable<AskedFigure['onShoulders']>

function clothOf(easel: Easel, { colour }: Child): Rgb {
  return colourValue(colour) ?? fromHex(easel.random.fork('child').pick(['#e8b02e', '#d8452f', '#2f8f6a', '#e06a9c']))
}

/** Of the child: the body, behind the head that it looks over. */
export function childBehind(easel: Easel, child: Child, [x, crown]: Point): void {
  const cloth = clothOf(easel, child)
  const [top, hips] = [crown - 28, crown + 26]
  shape(
    easel,
    `M${x - 14} ${top + 4} C${x - 17} ${top + 22} ${x - 17} ${hips - 6} ${x - 17} ${hips} L${x + 17} ${hips} C${x + 17} ${hips - 6} ${x + 17} ${top + 22} ${x + 14} ${top + 4} C${x + 6} ${top - 1} ${x - 6} ${top - 1} ${x - 14} ${top + 4} Z`,
    cloth,
  )
  shape(
    easel,
    `M${x - 14} ${top + 4} C${x - 17} ${top + 22} ${x - 17} ${hips - 6} ${x - 17} ${hips} L${x - 9} ${hips} C${x - 10} ${top + 24} ${x - 10} ${top + 12} ${x - 7} ${top + 1} Z`,
    dimmed(cloth, 0.82),
  )
}

/** The legs down over the chest on both sides of it, the hands on top. */
export function childBefore(easel: Easel, child: Child, [x, crown]: Point): void {
  const { figure } = child
  const cloth = clothOf(easel, child)
  const skin = skinOf(easel)
  for (const side of [-1, 1] as const) {
    const knee: Point = [x + side * 19, crown + 46]
    const foot: Point = [x + side * 15, crown + 76]
    limb(easel, [[x + side * 15, crown + 26], knee], [12, 11], fromHex('#3a4a6a'))
    limb(easel, [knee, foot], [9, 6.4], skin)
    limb(easel, [foot, [foot[0] + 5, foot[1] + 4]], [7, 5.6], fromHex('#3a2a20'))
  }
  const small: Easel = {
    ...easel,
    outfit: { ...easel.outfit, main: cloth, plain: cloth, garment: 'shirt' },
    hasBeard: false,
    headColour: null,
  }
  head(small, { ...figure, attribute: null }, { x, chin: crown - 27, size: 38 })
  for (const side of [-1, 1] as const)
    arm(small, {
      bones: [
        [x + side * 12, crown - 20],
        [x + side * 20, crown - 6],
        [x + side * 11, crown + 6],
      ],
      sleeve: 'short',
      girth: 0.66,
    })
}
