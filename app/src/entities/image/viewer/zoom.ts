/** Looking closer at a picture: pure arithmetic. A view is a scale over the fitted picture and a shift in pixels. */

export interface Point {
  x: number
  y: number
}

export interface View extends Point {
  /** 1 is the whole picture in its frame. */
  scale: number
}

export interface Frame {
  width: number
  height: number
}

export const fitted: View = { scale: 1, x: 0, y: 0 }

const closest = 6

/** The picture's size in its frame at scale 1. */
export function fittedSize(picture: Frame, frame: Frame): Frame {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** The scale at which one pixel of the picture is one of the screen; a little closer where it fits smaller than that. */
export function fullScale(picture: Frame, frame: Frame): number {
  return Math.min(closest, Math.max(2, picture.width / fittedSize(picture, frame).width))
}

/** Closer or further by a factor; what is under the point (from the middle of the frame) stays under it. */
export function zoomAt(view: View, factor: number, point: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(closest, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }
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
