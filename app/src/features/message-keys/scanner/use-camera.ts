/** What the camera sees, read for QR codes as long as somebody looks. */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

import { readQr } from './qr-detector.ts'

export type CameraState = 'starting' | 'on' | 'refused' | 'none'

const lookEveryMs = 200

/** `onCode` hears each text that is read; one that stays in sight, once. */
export function useCamera(onCode: (text: string) => void): {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
} {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const hear = useEffectEvent(onCode)
  useEffect(() => {
    const ended = new AbortController()
    let heard = ''
    const look = async (view: HTMLVideoElement) => {
      while (!ended.signal.aborted) {
        const text = view.readyState >= view.HAVE_CURRENT_DATA ? await readQr(view).catch(() => null) : null
        if (text !== null && text !== heard && !ended.signal.aborted) {
          heard = text
          hear(text)
        }
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      }
    }
    const start = async () => {
      const stream = await openCamera()
      ended.signal.addEventListener('abort', () => stream.getTracks().forEach((track) => track.stop()))
      const view = video.current
      if (ended.signal.aborted || !view) return stream.getTracks().forEach((track) => track.stop())
      view.srcObject = stream
      await view.play()
      setState('on')
      return look(view)
    }
    start().catch((error: unknown) => {
      if (ended.signal.aborted) return
      setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none')
    })
    return () => ended.abort()
  }, [])
  return { video, state }
}

async function openCamera(): Promise<MediaStream> {
  // Not there on pages without TLS.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices?.getUserMedia) throw new Error('There is no camera')
  return devices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
}
