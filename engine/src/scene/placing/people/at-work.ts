// Whoever works at something of the picture is beside it, turned to it; whoever sits at handiwork has a chair.
import type { Doing } from '../../../prompt/asked.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { Scene } from '../../scene.ts'
import type { Standing } from '../related.ts'

const AT_A_VEHICLE: ReadonlySet<Doing | undefined> = new Set<Doing | undefined>(['scrubbing', 'repairing'])
const REPAIRS = new Set(['wrench', 'hammer', 'screwdriver'])

export function atTheirWork(scene: Scene, standings: readonly Standing[]): readonly Standing[] {
  const vehicle = standings.find(({ asked }) => asked.figure === null && isVehicle(asked.subject))
  return standings.map((standing) => {
    const { figure, relation } = standing.asked
    if (!figure) return standing
    if (vehicle && isAtVehicle(standing)) return besideIt(scene, standing, vehicle)
    return figure.doing && figure.pose === 'seated' && !relation ? { ...standing, isSeated: true } : standing
  })
}

function isVehicle(id: string): boolean {
  return SUBJECTS.get(id)?.family === 'vehicle'
}

function isAtVehicle({ asked: { figure, relation } }: Standing): boolean {
  const isMending = figure!.pose === 'sitting' && REPAIRS.has(figure!.attribute ?? '')
  return !relation && (AT_A_VEHICLE.has(figure!.doing) || isMending)
}

/** At its end that has more room, so near that the hands are on it. */
function besideIt({ frame }: Scene, standing: Standing, vehicle: Standing): Standing {
  const room = { left: vehicle.x - vehicle.breadth / 2, right: frame.width - vehicle.x - vehicle.breadth / 2 }
  const first = room.left > room.right ? -1 : 1
  const side = standing.copy % 2 === 0 ? first : -first
  const apart = vehicle.breadth * 0.36 + standing.breadth * 0.34
  const half = standing.breadth * 0.46
  const x = Math.min(frame.width - half, Math.max(half, vehicle.x + side * apart))
  return { ...standing, x, foot: vehicle.foot + frame.height * 0.015, isTurned: side > 0, isOver: true }
}
