import { TAU } from '../../core/scalar.ts'
import { oval, type Part, type PartMaker } from '../parts.ts'

const RINGS = ['#5a2c14', '#8a4a1e', '#b56a2a']
const LOCKS = 26

/** Three rings of locks, darker outside. */
export const lionMane: PartMaker = (random) => {
  const locks: Part[] = []
  RINGS.forEach((colour, ring) => {
    const radius = 36 - ring * 7
    for (let k = 0; k < LOCKS; k++) {
      const angle = (k / LOCKS) * TAU + ring * 0.12
      const turn = angle + random.gauss() * 0.15
      const centre = [50 + Math.cos(angle) * radius, 48 + Math.sin(angle) * radius * 1.04] as const
      locks.push(
        oval([...centre, 15, 5, turn], colour, {
          lighter: random.gauss() * 0.03,
          direct: 0.4,
          depth: 0.015,
          rim: 0.7,
        }),
      )
    }
  })
  return locks
}
