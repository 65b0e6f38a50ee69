import { useRef, useState, type PointerEvent, type RefObject } from 'react'

import { useMessages } from '#i18n/messages.ts'

import { lookMessages } from './look.i18n.ts'

export interface DrawingPadProps {
  sheet: RefObject<HTMLCanvasElement | null>
  /** After each line. */
  onDrawn: () => void
}

/** A third of the sheet's side would fill it at once; a thin line would count for nothing. */
const lineWidth = 40
const side = 320

const inks = [
  ['red', '#c8372d'],
  ['orange', '#e8862e'],
  ['yellow', '#f2c83c'],
  ['green', '#3f8f4a'],
  ['blue', '#2f62b8'],
  ['sky', '#8cc4e8'],
  ['violet', '#7a4a9c'],
  ['brown', '#6e4529'],
  ['black', '#161616'],
  ['white', '#f6f4ee'],
] as const
type Ink = (typeof inks)[number]

/** A sheet to draw on with a finger or a mouse, broad strokes in ten colours. */
export function DrawingPad({ sheet, onDrawn }: DrawingPadProps) {
  const m = useMessages(lookMessages)
  const [[ink, colour], setInk] = useState<Ink>(inks[4])
  const isDrawing = useRef(false)
  const contextAt = (event: PointerEvent<HTMLCanvasElement>) => {
    const canvas = event.currentTarget
    const context = canvas.getContext('2d')
    const box = canvas.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * side
    const y = ((event.clientY - box.top) / box.height) * side
    return context && { context, x, y }
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const at = contextAt(event)
    if (!at || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    isDrawing.current = true
    Object.assign(at.context, { strokeStyle: colour, lineWidth, lineCap: 'round', lineJoin: 'round' })
    at.context.beginPath()
    at.context.moveTo(at.x, at.y)
    at.context.lineTo(at.x, at.y)
    at.context.stroke()
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const at = isDrawing.current ? contextAt(event) : null
    at?.context.lineTo(at.x, at.y)
    at?.context.stroke()
  }
  const end = () => {
    if (!isDrawing.current) return
    isDrawing.current = false
    onDrawn()
  }
  return (
    <div className="grid justify-items-center gap-2.5">
      <canvas
        ref={sheet}
        width={side}
        height={side}
        role="img"
        aria-label={m.sheet}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        className="aspect-square w-full max-w-80 touch-none rounded-md border border-line-strong bg-surface-2"
      />
      <div role="radiogroup" aria-label={m.colour} className="flex flex-wrap justify-center gap-1">
        {inks.map((one) => (
          <label key={one[0]} className="grid size-11 cursor-pointer place-items-center">
            <input
              type="radio"
              name="ink"
              checked={one[0] === ink}
              aria-label={m[one[0]]}
              onChange={() => setInk(one)}
              className="peer sr-only"
            />
            <span
              aria-hidden="true"
              style={{ backgroundColor: one[1] }}
              className="size-8 rounded-full border border-line-strong peer-checked:outline-3 peer-checked:outline-offset-2 peer-checked:outline-accent peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2"
            />
          </label>
        ))}
      </div>
    </div>
  )
}
