/** One reference at close range: what it is for, how much it counts, which part of it; or another picture. */
import { referenceRoles, referenceTypes } from '@product/contract'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'

import { likenessMessages } from '#entities/image/likeness/likeness.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { isWhole, keptPart, turned, wholePicture, type Crop } from '#ui/picture/crop.ts'

import { changeReference, moveReference, removeReference } from '../draft/draft-store.ts'
import type { Reference } from '../draft/draft.ts'
import { changePicture, replaceReference } from './add-references.ts'
import { influenceInWords, roleInWords } from './influence.ts'
import { referenceMessages } from './reference.i18n.ts'
import { ReferenceCrop } from './ReferenceCrop.tsx'

export interface ReferenceEditorProps {
  reference: Reference
  /** From 1. */
  place: number
  count: number
  onClose: () => void
}

const icon = { 'aria-hidden': true, className: 'size-4.5' } as const

export function ReferenceEditor({ reference, place, count, onClose }: ReferenceEditorProps) {
  const m = useMessages(referenceMessages)
  const [crop, setCrop] = useState(wholePicture)
  const { id, file, preview, role, influence } = reference
  const help = {
    auto: m.roleAutoHelp,
    subject: m.roleSubjectHelp,
    style: m.roleStyleHelp,
    composition: m.roleCompositionHelp,
  }
  const close = () => {
    if (file && !isWhole(crop)) void cropPicture(file, crop).then((cropped) => changePicture(id, cropped))
    onClose()
  }
  const replace = (next: Blob | undefined) => {
    if (!next) return
    setCrop(wholePicture)
    void replaceReference(id, next)
  }
  const remove = () => {
    onClose()
    removeReference(id)
  }
  return (
    <Dialog
      title={m.editTitle(place)}
      onClose={close}
      size="sm"
      footer={
        <Button variant="ink" size="lg" wide onClick={close}>
          {m.done}
        </Button>
      }
    >
      <div className="grid gap-5">
        {preview && file && (
          <ReferenceCrop key={preview} preview={preview} label={m.crop} crop={crop} onChange={setCrop} />
        )}
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{m.role}</p>
          <SegmentedControl
            className="*:px-1! *:text-xs!"
            label={m.role}
            value={role}
            options={referenceRoles.map((value) => ({ value, label: roleInWords(value) }))}
            onChange={(next) => changeReference(id, { role: next })}
          />
          <p className="text-xs text-text-3">{help[role]}</p>
        </div>
        <Slider
          label={m.influence}
          value={influence}
          valueText={influenceInWords(influence)}
          min={0}
          max={1}
          step={0.1}
          onChange={(next) => changeReference(id, { influence: next })}
        />
        {reference.shows && <Said reference={reference} onChange={close} />}
        <div className="grid grid-cols-2 gap-2">
          <ReplaceButton onChoose={replace} />
          <Button variant="danger" icon={<Trash2 {...icon} />} onClick={remove}>
            {m.removeIt}
          </Button>
          {count > 1 && (
            <>
              <Button
                icon={<ArrowLeft {...icon} />}
                disabled={place === 1}
                onClick={() => moveReference(id, place - 2)}
              >
                {m.earlier}
              </Button>
              <Button
                icon={<ArrowRight {...icon} />}
                disabled={place === count}
                onClick={() => moveReference(id, place)}
              >
                {m.later}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** What was said of who is in it; changed, it is asked anew in the form. */
function Said({ reference: { id, shows }, onChange }: { reference: Reference; onChange: () => void }) {
  const m = useMessages(likenessMessages)
  const said = { nobody: m.saidNobody, me: m.saidMe, agreed: m.saidAgreed }
  const change = () => {
    changeReference(id, { shows: null })
    onChange()
  }
  return (
    <p className="flex items-center justify-between gap-3 text-sm">
      {shows && said[shows]}
      <button type="button" className="link min-h-11" onClick={change}>
        {m.change}
      </button>
    </p>
  )
}

function ReplaceButton({ onChoose }: { onChoose: (file: Blob | undefined) => void }) {
  const m = useMessages(referenceMessages)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<RefreshCw {...icon} />} onClick={() => input.current?.click()}>
        {m.replace}
      </Button>
      <input
        ref={input}
        type="file"
        accept={referenceTypes.join(',')}
        tabIndex={-1}
        aria-label={m.replace}
        className="hidden"
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
    </>
  )
}

const jpegQuality = 0.92

/** The kept part as a JPG. */
async function cropPicture(file: Blob, crop: Crop): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const size = turned(picture, crop.turns)
  const kept = keptPart(size, crop)
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(kept.width)), Math.max(1, Math.round(kept.height)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.translate(-kept.left, -kept.top)
  context.translate(size.width / 2, size.height / 2)
  context.rotate((crop.turns * Math.PI) / 2)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality })
}
