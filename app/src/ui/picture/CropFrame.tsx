/** A picture behind a frame: what is in the frame is kept. Moved and looked at closer by finger, mouse, wheel or keys. */
import { useRef, type KeyboardEvent, type ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import { keptPart, moved, turned, zoomed, type Crop, type Size } from './crop.ts'
import { useGestures } from './use-gestures.ts'
import type { Point } from './zoom.ts'

export interface CropFrameProps {
  src: string
  label: string
  /** Of the picture as it is shown; `null` until it is known. */
  size: Size | null
  crop: Crop
  onChange: (change: (before: Crop) => Crop) => void
  /** Whether it has the focus when its dialog opens. */
  isFirst?: boolean
  /** Where it stands in something that scrolls. */
  leavesWheel?: boolean
  className: string
  /** How high it may be, in hundredths of the screen; without it its width is its place's. */
  maxHeight?: number
  /** Over the picture. */
  children?: ReactNode
}

const keyStep = 0.04
const zoomStep = 1.1
const moves: Record<string, Point> = {
  ArrowLeft: { x: keyStep, y: 0 },
  ArrowRight: { x: -keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
}
const zooms: Record<string, number> = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }

export function CropFrame({ src, label, size, crop, onChange, children, ...look }: CropFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const shown = size && turned(size, crop.turns)
  const ratio = crop.ratio ?? (shown ? shown.width / shown.height : 1)
  const move = (by: Point) => shown && onChange((before) => moved(shown, before, by))
  const zoom = (factor: number, at?: Point) =>
    shown && onChange((before) => zoomed(shown, before, before.zoom * factor, at))
  const shareOf = ({ x, y }: Point): Point => {
    const { clientWidth = 1, clientHeight = 1 } = frame.current ?? {}
    return { x: x / clientWidth, y: y / clientHeight }
  }
  const { handlers } = useGestures(frame, {
    isClose: true,
    leavesWheel: look.leavesWheel ?? false,
    onZoom: (factor, at) => zoom(factor, shareOf(at)),
    onDrag: (by) => move(shareOf(by)),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const by = moves[event.key]
    const factor = zooms[event.key]
    if (by) move(by)
    else if (factor) zoom(factor)
    if (by || factor) event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move the picture in it, as on a map
    <div
      ref={frame}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the picture in it, as on a map
      tabIndex={0}
      {...(look.isFirst && { 'data-autofocus': true })}
      onKeyDown={onKeyDown}
      {...handlers}
      className={classNames(
        'relative mx-auto cursor-grab touch-none overflow-hidden active:cursor-grabbing',
        look.className,
      )}
      style={{ aspectRatio: ratio, ...(look.maxHeight && { width: `min(100%, ${ratio * look.maxHeight}svh)` }) }}
    >
      {size && shown && <Turned src={src} size={size} shown={shown} crop={crop} />}
      {children}
    </div>
  )
}

interface TurnedProps {
  src: string
  size: Size
  /** After turning. */
  shown: Size
  crop: Crop
}

function Turned({ src, size, shown, crop }: TurnedProps) {
  const kept = keptPart(shown, crop)
  const percent = (share: number) => `${share * 100}%`
  return (
    <div
      className="absolute"
      style={{
        width: percent(shown.width / kept.width),
        height: percent(shown.height / kept.height),
        left: percent(-kept.left / kept.width),
        top: percent(-kept.top / kept.height),
      }}
    >
      <img
        src={src}
        alt=""
        draggable={false}
        className="absolute top-1/2 left-1/2 max-w-none"
        style={{
          width: percent(size.width / shown.width),
          height: percent(size.height / shown.height),
          translate: '-50% -50%',
          rotate: `${crop.turns * 90}deg`,
        }}
      />
    </div>
  )
}
