// Where the arms are of somebody who leans on, reaches for, claps or lies.
import type { Arm } from './figure-easel.ts'

type Hand = readonly [elbowX: number, elbowY: number, handX: number, handY: number]
type Bones = Arm['bones']

function arms(far: Hand, near: Hand): readonly [Bones, Bones] {
  return [bones([56, 54], far), bones([29, 54], near)]
}

function bones(shoulder: Bones[0], [elbowX, elbowY, handX, handY]: Hand): Bones {
  return [shoulder, [elbowX, elbowY], [handX, handY]]
}

const HANGING: Hand = [21, 87, 25, 117]

export const AT_SOMETHING = {
  walking: arms([68, 82, 80, 104], [15, 82, 7, 107]),
  leaning: arms([68, 84, 62, 108], HANGING),
  raising: arms([68, 30, 63, -2], HANGING),
  clapping: arms([69, 80, 48, 70], [15, 82, 40, 74]),
  lying: arms([62, 87, 52, 114], [22, 87, 30, 114]),
  eating: arms([73, 80, 56, 45], HANGING),
  drinking: arms([73, 80, 57, 43], HANGING),
  fluting: arms([74, 76, 64, 45], [16, 76, 46, 46]),
  serving: arms([76, 84, 70, 62], HANGING),
  selfie: arms([76, 50, 78, 18], HANGING),
  climbing: arms([74, 30, 66, 4], [14, 44, 20, 16]),
  lifting: arms([75, 32, 61, 2], [12, 32, 25, 2]),
  shouldering: arms([62, 87, 60, 116], [6, 60, 16, 30]),
  photographing: arms([76, 74, 66, 34], [12, 72, 50, 36]),
  brushing: arms([76, 74, 64, 45], HANGING),
  steadying: arms([76, 78, 58, 68], [10, 78, 30, 68]),
  reaching: arms([70, 82, 90, 96], HANGING),
  laden: arms([68, 86, 73, 113], [15, 86, 11, 113]),
  skipping: arms([68, 82, 80, 98], [16, 82, 5, 98]),
  tending: arms([70, 82, 90, 96], [20, 86, 50, 98]),
} as const
