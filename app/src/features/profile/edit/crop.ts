/** Cutting a picture to a shape: pure arithmetic. At scale 1 the picture just covers the frame. */
import type { Frame, View } from '#entities/image/viewer/zoom.ts'

export interface Cut {
  x: number
  y: number
  width: number
  height: number
}

/** How large the picture is drawn at scale 1. */
export function coverSize(picture: Frame, frame: Frame): Frame {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** No further than the picture's own edges: the frame is always full. */
export function covering(view: View, picture: Frame, frame: Frame): View {
  const size = coverSize(picture, frame)
  const clamp = (value: number, side: number, room: number) => {
    const most = Math.max(0, (side * view.scale - room) / 2)
    return Math.min(most, Math.max(-most, value)) || 0
  }
  return {
    scale: view.scale,
    x: clamp(view.x, size.width, frame.width),
    y: clamp(view.y, size.height, frame.height),
  }
}

/** Which part of the picture the frame shows, in the picture's own pixels. */
export function cutOf(view: View, picture: Frame, frame: Frame): Cut {
  const perPixel = picture.width / (coverSize(picture, frame).width * view.scale)
  const width = frame.width * perPixel
  const height = frame.height * perPixel
  return {
    x: picture.width / 2 - width / 2 - view.x * perPixel,
    y: picture.height / 2 - height / 2 - view.y * perPixel,
    width,
    height,
  }
}
