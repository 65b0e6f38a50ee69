/** Which part of a picture is kept: pure arithmetic. */
import type { Point } from './zoom.ts'

export interface Size {
  width: number
  height: number
}

export interface Crop {
  /** Width by height; `null` keeps the whole picture. */
  ratio: number | null
  /** 1 fills the frame, more looks closer. */
  zoom: number
  /** The middle of what is kept, 0 to 1. */
  x: number
  y: number
  /** Quarters to the right. */
  turns: number
}

export interface Rectangle extends Size {
  left: number
  top: number
}

export const wholePicture: Crop = { ratio: null, zoom: 1, x: 0.5, y: 0.5, turns: 0 }

export const closestCrop = 4

/** What is kept of a picture of this size (after turning), never beyond its edges. */
export function keptPart(size: Size, { ratio, zoom, x, y }: Crop): Rectangle {
  const wanted = ratio ?? size.width / size.height
  const width = Math.min(size.width, size.height * wanted) / zoom
  const height = width / wanted
  return {
    left: clamp(x * size.width - width / 2, size.width - width),
    top: clamp(y * size.height - height / 2, size.height - height),
    width,
    height,
  }
}

/** The middle that stays inside, so that a drag does not run on beyond the edge. */
export function withinPicture(size: Size, crop: Crop): Crop {
  const kept = keptPart(size, crop)
  return { ...crop, x: (kept.left + kept.width / 2) / size.width, y: (kept.top + kept.height / 2) / size.height }
}

export function turned(size: Size, turns: number): Size {
  return turns % 2 === 0 ? size : { width: size.height, height: size.width }
}

export function isWhole({ ratio, zoom, turns }: Crop): boolean {
  return ratio === null && zoom === 1 && turns % 4 === 0
}

/** Moved by a share of the frame: to the right shows what is further left. */
export function moved(size: Size, crop: Crop, by: Point): Crop {
  const kept = keptPart(size, crop)
  return withinPicture(size, {
    ...crop,
    x: crop.x - (by.x * kept.width) / size.width,
    y: crop.y - (by.y * kept.height) / size.height,
  })
}

/** As close as asked; what is under the point, in shares of the frame from its middle, stays under it. */
export function zoomed(size: Size, crop: Crop, zoom: number, at: Point = { x: 0, y: 0 }): Crop {
  const closer = { ...crop, zoom: Math.min(closestCrop, Math.max(1, zoom)) }
  const [before, after] = [keptPart(size, crop), keptPart(size, closer)]
  return withinPicture(size, {
    ...closer,
    x: crop.x + (at.x * (before.width - after.width)) / size.width,
    y: crop.y + (at.y * (before.height - after.height)) / size.height,
  })
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), Math.max(0, most))
}
