// Whoever works at something of the picture is beside it, turned to it; whoever sits at handiwork has a chair.
import { AT_A_VEHICLE } from '../../../prompt/subjects/companions.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { Scene } from '../../scene.ts'
import type { Standing } from '../related.ts'

const REPAIRS = new Set(['wrench', 'hammer', 'screwdriver'])

export function atTheirWork(scene: Scene, standings: readonly Standing[]): readonly Standing[] {
  const pushing = standings.find(({ asked }) => asked.figure?.doing === 'shoving')
  const vehicle = standings.find(
    ({ asked }) => asked.figure === null && isVehicle(asked.subject, pushing !== undefined),
  )
  return standings.map((standing) => {
    const { figure, relation } = standing.asked
    if (standing === vehicle && pushing) return { ...vehicle, isTurned: roomAround(scene, vehicle) < 0 }
    if (!figure) return standing
    if (vehicle && isAtVehicle(standing)) return besideIt(scene, standing, vehicle)
    return figure.doing && figure.pose === 'seated' && !relation ? { ...standing, isSeated: true } : standing
  })
}

/** A boat is pushed as well. */
function isVehicle(id: string, isPushed: boolean): boolean {
  const family = SUBJECTS.get(id)?.family
  return family === 'vehicle' || (isPushed && family === 'boat')
}

function isAtVehicle({ asked: { figure, relation } }: Standing): boolean {
  const isMending = figure!.pose === 'sitting' && REPAIRS.has(figure!.attribute ?? '')
  return !relation && (AT_A_VEHICLE.has(figure!.doing) || isMending)
}

/** The side on which there is more: those who push are there, and it goes the other way. */
function roomAround({ frame }: Scene, vehicle: Standing): -1 | 1 {
  const left = vehicle.x - vehicle.breadth / 2
  return left > frame.width - vehicle.x - vehicle.breadth / 2 ? -1 : 1
}

/** At its end that has more room, so near that the hands are on it. */
function besideIt(scene: Scene, standing: Standing, vehicle: Standing): Standing {
  const first = roomAround(scene, vehicle)
  const side = standing.copy % 2 === 0 ? first : -first
  const { frame } = scene
  const isBehind = Math.floor(standing.copy / 2)
  const apart = vehicle.breadth * 0.36 + standing.breadth * (0.34 - 0.42 * isBehind)
  const half = standing.breadth * 0.46
  const x = Math.min(frame.width - half, Math.max(half, vehicle.x + side * apart))
  return { ...standing, x, foot: vehicle.foot + frame.height * 0.015, isTurned: side > 0, isOver: true }
}
