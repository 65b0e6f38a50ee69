/** Looking closer at something in a frame: pure arithmetic. A shift is in pixels, from the middle of the frame. */

export interface Point {
  x: number
  y: number
}

export interface View extends Point {
  /** 1 is as it was laid out; of a picture, whole in its frame. */
  scale: number
}

export interface Frame {
  width: number
  height: number
}

/** The smallest and the largest scale. */
export type Range = readonly [furthest: number, closest: number]

export const fitted: View = { scale: 1, x: 0, y: 0 }
export const pictureRange: Range = [1, 6]

/** The picture's size in its frame at scale 1. */
export function fittedSize(picture: Frame, frame: Frame): Frame {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** The scale at which one pixel of the picture is one of the screen; a little closer where it fits smaller than that. */
export function fullScale(picture: Frame, frame: Frame): number {
  const [, closest] = pictureRange
  return Math.min(closest, Math.max(2, picture.width / fittedSize(picture, frame).width))
}

const middle: Point = { x: 0, y: 0 }

export interface ZoomManner {
  /** The middle of the frame unless told otherwise. */
  at?: Point | undefined
  range?: Range
}

/** Closer or further by a factor; what is under the point stays under it. */
export function zoomAt(view: View, factor: number, { at = middle, range = pictureRange }: ZoomManner = {}): View {
  const [furthest, closest] = range
  const scale = Math.min(closest, Math.max(furthest, view.scale * factor))
  const ratio = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/** No further than the picture's own edges. */
export function within(view: View, picture: Frame, frame: Frame): View {
  const size = fittedSize(picture, frame)
  const most = (side: number, room: number) => Math.max(0, (side * view.scale - room) / 2)
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0
  return {
    scale: view.scale,
    x: clamp(view.x, most(size.width, frame.width)),
    y: clamp(view.y, most(size.height, frame.height)),
  }
}
