import { expect, it } from 'vitest'

import { planPicture } from '../../../../prompt/plan/plan-picture.ts'
import { headBox } from './bust.ts'

/** Of the head of who is asked for first, from the skull to the chin, and where the chin is. */
function headOf(prompt: string) {
  const { figure } = planPicture({ prompt }).spec.subjects[0]!
  return headBox(figure!, { x: 42, chin: 43, size: 35 })
}

it.each(['un garçon', 'une petite fille', 'deux enfants qui jouent au ballon'])(
  '« %s » has the head of a child: larger for its body, and lower on it',
  (prompt) => {
    const [child, man] = [headOf(prompt), headOf('un homme')]
    expect(child.size).toBeGreaterThan(man.size * 1.25)
    expect(child.chin).toBeGreaterThan(man.chin)
  },
)
