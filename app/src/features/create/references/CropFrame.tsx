/** The picture behind a frame: drag it, look closer, turn it. What is in the frame is kept. */
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { Slider } from '#ui/fields/Slider.tsx'

import { keptPart, turned, withinPicture, type Crop, type Size } from './crop.ts'
import { referenceMessages } from './reference.i18n.ts'

const ratios = { free: null, '1:1': 1, '4:5': 4 / 5, '16:9': 16 / 9 } as const
type RatioName = keyof typeof ratios
const step = 0.02

export interface CropFrameProps {
  preview: string
  label: string
  crop: Crop
  onChange: (crop: Crop) => void
}

export function CropFrame({ preview, label, crop, onChange }: CropFrameProps) {
  const m = useMessages(referenceMessages)
  const [natural, setNatural] = useState<Size | null>(null)
  const size = natural && turned(natural, crop.turns)
  const names = Object.keys(ratios) as RatioName[]
  const name = names.find((known) => ratios[known] === crop.ratio) ?? 'free'
  const change = (next: Partial<Crop>) => size && onChange(withinPicture(size, { ...crop, ...next }))
  useEffect(() => {
    const picture = new Image()
    picture.addEventListener('load', () => setNatural({ width: picture.naturalWidth, height: picture.naturalHeight }))
    picture.src = preview
  }, [preview])
  return (
    <div className="grid gap-3">
      {natural && size && (
        <Frame preview={preview} label={label} natural={natural} crop={crop} onMove={(x, y) => change({ x, y })} />
      )}
      <div className="flex items-center gap-2">
        <SegmentedControl
          className="flex-1"
          label={m.cropRatio}
          value={name}
          options={names.map((value) => ({ value, label: value === 'free' ? m.free : value }))}
          onChange={(next) => change({ ratio: ratios[next] })}
        />
        <Button
          aria-label={m.rotate}
          title={m.rotate}
          className="px-3.5!"
          icon={<RotateCw aria-hidden="true" className="size-5" />}
          onClick={() => onChange({ ...crop, turns: (crop.turns + 1) % 4, x: 0.5, y: 0.5 })}
        />
      </div>
      <Slider label={m.zoom} value={crop.zoom} min={1} max={4} step={0.1} onChange={(zoom) => change({ zoom })} />
    </div>
  )
}

interface FrameProps {
  preview: string
  label: string
  natural: Size
  crop: Crop
  onMove: (x: number, y: number) => void
}

function Frame({ preview, label, natural, crop, onMove }: FrameProps) {
  const from = useRef<{ x: number; y: number; crop: Crop } | null>(null)
  const size = turned(natural, crop.turns)
  const kept = keptPart(size, crop)
  const onPointerDown = (event: PointerEvent) => {
    from.current = { x: event.clientX, y: event.clientY, crop }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!from.current) return
    const { width } = event.currentTarget.getBoundingClientRect()
    const perPixel = kept.width / width
    const { x, y, crop: start } = from.current
    onMove(
      start.x - ((event.clientX - x) * perPixel) / size.width,
      start.y - ((event.clientY - y) * perPixel) / size.height,
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    onMove(crop.x + move[0], crop.y + move[1])
  }
  const percent = (share: number) => `${share * 100}%`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move what a drag moves
    <div
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows move what a drag moves
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onKeyDown={onKeyDown}
      className="relative mx-auto max-w-full cursor-grab touch-none overflow-hidden rounded-img bg-sunken active:cursor-grabbing"
      style={{ aspectRatio: kept.width / kept.height, width: `min(100%, ${(kept.width / kept.height) * 38}svh)` }}
    >
      <div
        className="absolute"
        style={{
          width: percent(size.width / kept.width),
          height: percent(size.height / kept.height),
          left: percent(-kept.left / kept.width),
          top: percent(-kept.top / kept.height),
        }}
      >
        <img
          src={preview}
          alt=""
          draggable={false}
          className="absolute top-1/2 left-1/2 max-w-none"
          style={{
            width: percent(natural.width / size.width),
            height: percent(natural.height / size.height),
            translate: '-50% -50%',
            rotate: `${crop.turns * 90}deg`,
          }}
        />
      </div>
    </div>
  )
}
