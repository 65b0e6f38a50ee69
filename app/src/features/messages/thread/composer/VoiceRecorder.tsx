/** In the composer's place while one speaks: how long and how loud, to throw away or to send. */
import Send from 'lucide-react/icons/send-horizontal'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'

import { RecordingError, startRecording, type Recording } from '#entities/message/outbox/voice/recorder.ts'
import { longestVoiceMs } from '#entities/message/outbox/voice/voice-note.ts'
import { sendVoice } from '#entities/message/send.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { minutesOf } from '../../bubble/minutes.ts'
import { composerMessages } from './composer.i18n.ts'

export interface VoiceRecorderProps {
  conversationId: string
  replyTo: string | undefined
  /** Sent, thrown away, or not possible. */
  onEnd: () => void
}

/** This long before the end the time that is left is said. */
const warnMs = 10_000
const shownBars = 32

export function VoiceRecorder({ conversationId, replyTo, onEnd }: VoiceRecorderProps) {
  const m = useMessages(composerMessages)
  const recording = useRef<Recording | null>(null)
  const [ms, setMs] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>([])
  const [isOn, setOn] = useState(false)
  const finish = async () => {
    const current = recording.current
    recording.current = null
    const note = await current?.finish()
    if (note) sendVoice(conversationId, note, { replyTo })
    else if (current) toast({ title: m.voiceTooShort })
    onEnd()
  }
  const cancel = () => {
    recording.current?.cancel()
    recording.current = null
    onEnd()
  }
  useEffect(() => {
    let isGone = false
    const news = {
      onProgress: (now: number, level: number) => {
        setMs(now)
        setLevels((before) => [...before.slice(1 - shownBars), level])
      },
      onFull: () => void finish(),
    }
    startRecording(news).then(
      (started) => {
        if (isGone) started.cancel()
        else {
          recording.current = started
          setOn(true)
        }
        return started
      },
      (error: unknown) => {
        const problem = error instanceof RecordingError ? error.problem : 'missing'
        toast({ tone: 'danger', title: problem === 'denied' ? m.voiceDenied : m.voiceMissing })
        onEnd()
      },
    )
    return () => {
      isGone = true
      recording.current?.cancel()
      recording.current = null
    }
    // oxlint-disable-next-line react/exhaustive-deps -- one recording as long as this is there
  }, [])
  const send = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOn) send.current?.focus()
  }, [isOn])
  const left = longestVoiceMs - ms
  return (
    <div role="group" aria-label={m.voiceRecording} className="flex items-center gap-2 px-2 py-2.5 lg:px-6 lg:py-3">
      <IconButton label={m.voiceDiscard} icon={<Trash aria-hidden="true" className="size-5.5" />} onClick={cancel} />
      {isOn && (
        <span
          aria-hidden="true"
          className="size-2.5 flex-none animate-pulse rounded-full bg-danger-text motion-reduce:animate-none"
        />
      )}
      <span role="timer" className="w-11 flex-none text-sm tabular-nums">
        {minutesOf(ms)}
      </span>
      <span aria-hidden="true" className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
        {levels.map((level, place) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a row that moves on
            key={place}
            className="w-1 flex-none rounded-full bg-accent"
            style={{ height: `${12 + level * 88}%` }}
          />
        ))}
      </span>
      <span role="status" className="flex-none text-xs text-text-3">
        {left <= warnMs && m.voiceLeft(Math.max(0, Math.ceil(left / 1000)))}
      </span>
      <button
        ref={send}
        type="button"
        aria-label={m.voiceSend}
        title={m.voiceSend}
        disabled={!isOn}
        onClick={() => void finish()}
        className="grid size-11 flex-none place-items-center rounded-md bg-accent text-on-accent hover:bg-accent-hover disabled:bg-surface-2 disabled:text-text-3"
      >
        <Send aria-hidden="true" className="size-5" strokeWidth={2} />
      </button>
    </div>
  )
}
