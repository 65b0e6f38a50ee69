import type { AskedSubject } from '../../prompt/asked.ts'
// What holds a subject in a scene, and on which line its foot stands.
import type { Environment, PromptSpec } from '../../prompt/spec.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Stance } from '../../subjects/subject.ts'
import type { Scene } from '../scene.ts'

const OPEN_AIR: ReadonlySet<Environment> = new Set(['space', 'sky'])

/** What has no table lies on the ground; what swims without water stands; a boat on a beach is drawn up. */
export function seatOf(scene: Scene, stance: Stance, { subject }: AskedSubject): Stance {
  const { environment } = scene.spec
  if (isEmblem(scene)) return 'deep'
  if (environment === 'underwater') return stance === 'bust' ? 'bust' : 'deep'
  if (OPEN_AIR.has(environment)) return stance === 'bust' ? 'bust' : 'air'
  if (stance !== 'deep' && stance !== 'water') return stance
  const isDrawnUp = environment === 'beach' && SUBJECTS.get(subject)?.family === 'boat'
  return scene.hasWater && !isDrawnUp ? 'water' : 'ground'
}

/** A logo or a poster: flat, on a plain ground. */
export function isEmblem({ spec }: Scene): boolean {
  return spec.environment === 'subject' && (spec.hints.has('emblem') || spec.hints.has('poster'))
}

const FEET: Readonly<Partial<Record<Environment, number>>> = {
  table: 0.86,
  stage: 0.95,
  stadium: 0.93,
  street: 0.95,
  city: 0.95,
}

/** For words, or for the balance of a poster. */
function hasRoomBelow({ hints, lettering }: PromptSpec): boolean {
  return hints.has('poster') || lettering.length > 0
}

export function footOf(scene: Scene, seat: Stance, tall: number): number {
  const { frame, horizon, spec } = scene
  const { height } = frame
  if (seat === 'bust') return height * 1.03
  if (seat === 'air') return Math.max(tall * 1.12, height * 0.34 + tall / 2)
  if (seat === 'deep') return height * (hasRoomBelow(spec) ? 0.43 : 0.5) + tall / 2
  if (seat === 'water')
    return Math.max(horizon + (height - horizon) * 0.42, Math.min(height * 0.9, horizon + tall * 0.5))
  return height * (FEET[spec.environment] ?? 0.935)
}

/** Where one sits on it, as a share of its height. */
export function seatHeight({ subject }: AskedSubject): number {
  return SEAT_HEIGHTS[subject] ?? (SUBJECTS.get(subject)?.family === 'furniture' ? 0.36 : 0.9)
}

const SEAT_HEIGHTS: Readonly<Record<string, number>> = {
  mat: 0.5,
  wood: 0.5,
  plate: 0.62,
  bench: 0.4,
  throne: 0.34,
  armchair: 0.38,
  stool: 0.7,
  chair: 0.45,
  seat: 0.45,
  basket: 0.45,
  bed: 0.42,
  'birthday-cake': 0.5,
}
