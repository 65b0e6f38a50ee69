import CameraOff from 'lucide-react/icons/camera-off'
import { useRef, useState } from 'react'

import { useMessages, defineMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { readQr } from './qr-detector.ts'
import { useCamera, type CameraState } from './use-camera.ts'

export interface QrScannerProps {
  /** What the camera is to be held against. */
  label: string
  /** Hears what was read. */
  onCode: (text: string) => void
}

/** A QR code, by the camera or out of a picture. */
export function QrScanner({ label, onCode }: QrScannerProps) {
  const m = useMessages(scannerMessages)
  const { video, state } = useCamera(onCode)
  const file = useRef<HTMLInputElement>(null)
  const [isUnread, setUnread] = useState(false)
  const read = async (picture: File | undefined) => {
    if (!picture) return
    const text = await createImageBitmap(picture)
      .then(readQr)
      .catch(() => null)
    setUnread(text === null)
    if (text !== null) onCode(text)
  }
  return (
    <div className="grid justify-items-center gap-3">
      <div className="relative grid aspect-square w-full max-w-72 place-items-center overflow-hidden rounded-lg bg-surface-2">
        <video
          ref={video}
          muted
          playsInline
          aria-label={label}
          className={state === 'on' ? 'size-full object-cover' : 'hidden'}
        />
        {state === 'on' ? (
          <i aria-hidden="true" className="absolute inset-8 rounded-md border-2 border-on-veil" />
        ) : (
          <Waiting state={state} />
        )}
      </div>
      {isUnread && <p role="alert">{m.unread}</p>}
      <input
        ref={file}
        type="file"
        hidden
        accept="image/*"
        aria-label={m.picture}
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = ''
        }}
      />
      <Button size="sm" onClick={() => file.current?.click()}>
        {m.picture}
      </Button>
    </div>
  )
}

function Waiting({ state }: { state: CameraState }) {
  const m = useMessages(scannerMessages)
  if (state === 'starting') return <Spinner />
  return (
    <p role="status" className="grid max-w-56 justify-items-center gap-2 text-center text-text-2">
      <CameraOff aria-hidden="true" className="size-8" strokeWidth={1.5} />
      {state === 'refused' ? m.cameraRefused : m.cameraNone}
    </p>
  )
}

/** A camera that reads codes (SCREENS §3.10). */
const scannerMessages = defineMessages({
  fr: {
    picture: 'Choisir une photo du code',
    unread: 'Aucun code QR n’a été trouvé sur cette photo.',
    cameraRefused: 'La caméra n’est pas autorisée pour ce site. Choisissez une photo du code.',
    cameraNone: 'Aucune caméra ici. Choisissez une photo du code.',
  },
  en: {
    picture: 'Choose a photo of the code',
    unread: 'No QR code was found in this photo.',
    cameraRefused: 'This site may not use the camera. Choose a photo of the code.',
    cameraNone: 'There is no camera here. Choose a photo of the code.',
  },
})
