import type { Random } from '../../core/random.ts'
import { oval, OWN, type Part, stroke } from '../parts.ts'

interface Crown {
  branches: Part[]
  leaves: Part[]
}

type Branch = readonly [x: number, y: number, angle: number, length: number, width: number]

/** Stubby branches like roots in the air, each tip with a tuft. The same generator state grows the same crown. */
export function baobabCrown(random: Random): Crown {
  const growth = random.fork('baobab')
  const crown: Crown = { branches: [], leaves: [] }
  for (let k = 0; k < 7; k++) {
    const u = k / 6 - 0.5
    grow(crown, growth, [50 + u * 20, 40, -Math.PI / 2 + u * 2.1 + growth.gauss() * 0.1, 20, 7], 3)
  }
  return crown
}

function grow(crown: Crown, random: Random, [x, y, angle, length, width]: Branch, forks: number): void {
  const endX = x + Math.cos(angle) * length
  const endY = y + Math.sin(angle) * length
  crown.branches.push(stroke([x, y, endX, endY, width, width * 0.6], OWN, { direct: 0.22 }))
  if (forks === 0) return tuft(crown, random, endX, endY)
  const shoots = random.chance(0.3) ? 3 : 2
  for (let k = 0; k < shoots; k++)
    grow(crown, random, [endX, endY, angle + random.gauss() * 0.62, length * 0.68, width * 0.58], forks - 1)
}

function tuft(crown: Crown, random: Random, x: number, y: number): void {
  for (let k = 0; k < 7; k++) {
    const t = random.next()
    crown.leaves.push(
      oval(
        [x + random.gauss() * 3.5, y + random.gauss() * 2.2, 2, 1.1, random.next() * 3],
        t > 0.5 ? '#7f8f42' : '#55682f',
        {
          lighter: (t - 0.5) * 0.12,
          direct: 0.25 + 0.5 * t,
          alpha: 0.92,
        },
      ),
    )
  }
}
