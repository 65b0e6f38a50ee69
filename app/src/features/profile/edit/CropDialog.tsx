import { useRef, useState, type KeyboardEvent, type RefObject, type WheelEvent } from 'react'

import { useFingers } from '#entities/image/viewer/use-fingers.ts'
import { fitted, zoomAt, type Frame, type Point, type View } from '#entities/image/viewer/zoom.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Slider } from '#ui/fields/Slider.tsx'

import { coverSize, covering, cutOf } from './crop.ts'
import { cutPicture, type CutPicture } from './cut-picture.ts'
import { editMessages } from './edit.i18n.ts'
import { shapes, type Shape } from './picture-shapes.ts'

export interface CropDialogProps {
  /** Of the picture, on this device. */
  url: string
  shape: Shape
  onClose: () => void
  onDone: (cut: CutPicture) => void
}

const closest = 4
const step = 12

/** Chooses the part of a picture that a profile wears: by finger, mouse, wheel or keys. */
export function CropDialog({ url, shape, onClose, onDone }: CropDialogProps) {
  const m = useMessages(editMessages)
  const area = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  // As the browser shows it, upright: whatever turned the camera is in its own width and height.
  const [size, setSize] = useState<Frame | null>(null)
  const [state, setState] = useState<'choosing' | 'cutting' | 'failed'>('choosing')
  const crop = useCrop(area, size, shape)
  const use = async () => {
    if (!image.current || !size) return
    setState('cutting')
    try {
      onDone(await cutPicture(image.current, cutOf(crop.view, size, frameOf(area)), shape))
    } catch {
      setState('failed')
    }
  }
  const isUnreadable = state === 'failed'
  return (
    <Dialog
      title={shape === 'avatar' ? m.cropAvatar : m.cropBanner}
      onClose={onClose}
      size="md"
      footer={
        <Button
          variant="ink"
          wide
          disabled={!size || isUnreadable}
          busyLabel={state === 'cutting' && m.cutting}
          onClick={() => void use()}
        >
          {m.use}
        </Button>
      }
    >
      <div className="grid gap-4">
        {isUnreadable && <Alert tone="danger">{m.unreadable}</Alert>}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move the picture in it, as on a map */}
        <div
          ref={area}
          role="group"
          aria-label={m.cropArea}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the picture in it, as on a map
          tabIndex={0}
          data-autofocus
          onKeyDown={crop.onKeyDown}
          {...crop.handlers}
          className={classNames(
            'relative mx-auto w-full cursor-grab touch-none overflow-hidden bg-surface-2 active:cursor-grabbing',
            shape === 'avatar' ? 'aspect-square max-w-80' : 'aspect-3/1',
          )}
        >
          <img
            ref={image}
            src={url}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            onError={() => setState('failed')}
            style={crop.style}
            className={classNames('absolute top-1/2 left-1/2 max-w-none', !size && 'invisible')}
          />
          {shapes[shape].isRound && (
            <span className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_40rem_rgb(8_12_27/0.6)]" />
          )}
        </div>
        <Slider
          label={m.zoom}
          min={1}
          max={closest}
          step={0.01}
          value={crop.view.scale}
          valueText={m.percent(Math.round(crop.view.scale * 100))}
          onChange={crop.zoomTo}
        />
        <p className="text-xs text-text-3">{m.cropHelp}</p>
      </div>
    </Dialog>
  )
}

const keys: Record<string, Point> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
}

function useCrop(area: RefObject<HTMLElement | null>, picture: Frame | null, shape: Shape) {
  const [view, setView] = useState<View>(fitted)
  const change = (next: (before: View) => View) => {
    if (!picture) return
    setView((before) => covering(limited(next(before), before), picture, frameOf(area)))
  }
  const move = ({ x, y }: Point) => change((before) => ({ ...before, x: before.x + x, y: before.y + y }))
  const zoom = (factor: number, point?: Point) => change((before) => zoomAt(before, factor, point))
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = area.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const nothing = () => undefined
  const { handlers } = useFingers({
    fromMiddle,
    isClose: true,
    onPinch: zoom,
    onDrag: move,
    onDoubleTap: nothing,
    onDown: nothing,
    onAside: nothing,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const by = keys[event.key]
    const factor = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }[event.key]
    if (by) move(by)
    else if (factor) zoom(factor)
    if (by || factor) event.preventDefault()
  }
  // The frame's size is the screen's to decide: the picture is drawn in its share of it.
  const size = picture && coverSize(picture, shapes[shape])
  return {
    view,
    zoomTo: (scale: number) => zoom(scale / view.scale),
    onKeyDown,
    handlers: {
      ...handlers,
      onWheel: (event: WheelEvent) => zoom(Math.exp(-event.deltaY / 400), fromMiddle(event)),
    },
    style: size
      ? {
          width: `${(size.width / shapes[shape].width) * 100}%`,
          translate: `calc(-50% + ${view.x}px) calc(-50% + ${view.y}px)`,
          scale: view.scale,
        }
      : undefined,
  }
}

function frameOf(area: RefObject<HTMLElement | null>): Frame {
  const { clientWidth: width = 0, clientHeight: height = 0 } = area.current ?? {}
  return { width: width || 1, height: height || 1 }
}

function limited(next: View, before: View): View {
  return next.scale > closest ? { ...before, scale: before.scale } : next
}
