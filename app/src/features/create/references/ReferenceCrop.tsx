import RotateCw from 'lucide-react/icons/rotate-cw'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { closestCrop, turned, withinPicture, zoomed, type Crop, type Size } from '#ui/picture/crop.ts'
import { CropFrame } from '#ui/picture/CropFrame.tsx'
import { sizeOf, usePicture } from '#ui/picture/use-picture.ts'

import { referenceMessages } from './reference.i18n.ts'

const ratios = { free: null, '1:1': 1, '4:5': 4 / 5, '16:9': 16 / 9 } as const
type RatioName = keyof typeof ratios

export interface ReferenceCropProps {
  preview: string
  label: string
  crop: Crop
  onChange: (change: (before: Crop) => Crop) => void
}

/** The part of a reference that is kept: its format, how close, and turned by quarters. */
export function ReferenceCrop({ preview, label, crop, onChange }: ReferenceCropProps) {
  const m = useMessages(referenceMessages)
  const size = sizeOf(usePicture(preview))
  const names = Object.keys(ratios) as RatioName[]
  const name = names.find((known) => ratios[known] === crop.ratio) ?? 'free'
  const change = (next: (before: Crop, shown: Size) => Crop) =>
    size && onChange((before) => next(before, turned(size, before.turns)))
  return (
    <div className="grid gap-3">
      {size && (
        <CropFrame
          src={preview}
          label={label}
          size={size}
          crop={crop}
          onChange={onChange}
          leavesWheel
          maxHeight={38}
          className="max-w-full rounded-img bg-sunken"
        />
      )}
      <div className="flex items-center gap-2">
        <SegmentedControl
          className="flex-1"
          label={m.cropRatio}
          value={name}
          options={names.map((value) => ({ value, label: value === 'free' ? m.free : value }))}
          onChange={(next) => change((before, shown) => withinPicture(shown, { ...before, ratio: ratios[next] }))}
        />
        <Button
          aria-label={m.rotate}
          title={m.rotate}
          className="px-3.5!"
          icon={<RotateCw aria-hidden="true" className="size-5" />}
          onClick={() => onChange((before) => ({ ...before, turns: (before.turns + 1) % 4, x: 0.5, y: 0.5 }))}
        />
      </div>
      <Slider
        label={m.zoom}
        value={crop.zoom}
        min={1}
        max={closestCrop}
        step={0.1}
        onChange={(zoom) => change((before, shown) => zoomed(shown, before, zoom))}
      />
    </div>
  )
}
