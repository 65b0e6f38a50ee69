import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { closestCrop, keptPart, wholePicture, zoomed, type Crop } from '#ui/picture/crop.ts'
import { CropFrame } from '#ui/picture/CropFrame.tsx'
import { sizeOf, usePicture } from '#ui/picture/use-picture.ts'

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

/** Chooses the part of a picture that a profile wears: by finger, mouse, wheel or keys. */
export function CropDialog({ url, shape, onClose, onDone }: CropDialogProps) {
  const m = useMessages(editMessages)
  const picture = usePicture(url)
  const size = sizeOf(picture)
  const [crop, setCrop] = useState<Crop>({ ...wholePicture, ratio: shapes[shape].width / shapes[shape].height })
  const [state, setState] = useState<'choosing' | 'cutting' | 'failed'>('choosing')
  const use = async () => {
    if (!size || !(picture instanceof HTMLImageElement)) return
    setState('cutting')
    try {
      onDone(await cutPicture(picture, keptPart(size, crop), shape))
    } catch {
      setState('failed')
    }
  }
  const isUnreadable = state === 'failed' || picture === 'failed'
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
        <CropFrame
          src={url}
          label={m.cropArea}
          size={size}
          crop={crop}
          onChange={setCrop}
          isFirst
          className={classNames('w-full bg-surface-2', shape === 'avatar' && 'max-w-80')}
        >
          {shapes[shape].isRound && (
            <span className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_40rem_rgb(8_12_27/0.6)]" />
          )}
        </CropFrame>
        <Slider
          label={m.zoom}
          min={1}
          max={closestCrop}
          step={0.01}
          value={crop.zoom}
          valueText={m.percent(Math.round(crop.zoom * 100))}
          onChange={(zoom) => size && setCrop((before) => zoomed(size, before, zoom))}
        />
        <p className="text-xs text-text-3">{m.cropHelp}</p>
      </div>
    </Dialog>
  )
}
