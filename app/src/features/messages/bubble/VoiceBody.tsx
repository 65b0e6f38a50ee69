/** A voice note: fetched when it is played, heard at three speeds, moved in by touch and by keys. */
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'

import type { ThreadItem } from '#entities/message/message.ts'
import type { VoiceFacts } from '#entities/message/outbox/voice/voice-note.ts'
import { useAttachment } from '#entities/message/thread/use-attachment.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { useThreadFacts } from '../thread-context.ts'
import { minutesOf } from './minutes.ts'
import { voiceMessages } from './voice.i18n.ts'

const speeds = [1, 1.5, 2] as const

export interface VoiceBodyProps {
  item: ThreadItem
  index: number
  voice: VoiceFacts
}

export function VoiceBody({ item, index, voice: { ms, bars } }: VoiceBodyProps) {
  const m = useMessages(voiceMessages)
  const { nameOf } = useThreadFacts()
  const audio = useRef<HTMLAudioElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState<number>(1)
  const { status, url, retry } = useAttachment(item, index, { isWanted })
  const speedNow = useRef(speed)
  /** Pressed, and not there yet: a sound that is fetched anew by itself does not begin by itself. */
  const isAsked = useRef(false)
  useEffect(() => {
    if (url === null || !audio.current) return
    audio.current.playbackRate = speedNow.current
    if (isAsked.current) void audio.current.play().catch(() => undefined)
    isAsked.current = false
  }, [url])
  const [isBroken, setBroken] = useState(false)
  const press = () => {
    if (isPlaying) audio.current?.pause()
    else if (url !== null) void audio.current?.play().catch(() => undefined)
    else {
      isAsked.current = true
      if (status === 'failed') retry()
      setWanted(true)
    }
  }
  const move = (to: number) => {
    setAt(to)
    if (audio.current) audio.current.currentTime = to / 1000
  }
  const hasten = (to: number) => {
    setSpeed(to)
    speedNow.current = to
    if (audio.current) audio.current.playbackRate = to
  }
  const label = item.isMine ? m.ownVoice : m.voiceFrom(nameOf(item.senderId))
  const isLoading = isWanted && status === 'loading'
  return (
    <div role="group" aria-label={label} className="flex w-66 max-w-full items-center gap-2 py-1.5 pr-3 pl-1.5">
      <button
        type="button"
        aria-label={isPlaying ? m.pause : m.play}
        onClick={press}
        className="grid size-11 flex-none place-items-center rounded-full hover:bg-current/10"
      >
        {isLoading ? <Spinner /> : <PlayIcon isPlaying={isPlaying} />}
      </button>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <Bars bars={bars} share={ms > 0 ? at / ms : 0}>
          <input
            type="range"
            aria-label={m.voicePlace}
            aria-valuetext={m.voiceOf(minutesOf(at), minutesOf(ms))}
            min={0}
            max={ms}
            step={1000}
            value={at}
            disabled={url === null}
            onChange={(event) => move(Number(event.target.value))}
            className="absolute inset-0 h-full w-full cursor-pointer opacity-0 disabled:cursor-default"
          />
        </Bars>
        <div className="flex items-center justify-between text-xs tabular-nums">
          <span>{status === 'failed' || isBroken ? m.voiceFailed : minutesOf(at > 0 ? at : ms)}</span>
          {url !== null && (
            <button
              type="button"
              aria-label={m.voiceSpeed(formatNumber(speed))}
              onClick={() => hasten(speeds[(speeds.findIndex((each) => each === speed) + 1) % speeds.length] ?? 1)}
              className="relative min-h-6 rounded-full px-2 font-semibold after:absolute after:-inset-2.5 hover:bg-current/10"
            >
              {`×${formatNumber(speed)}`}
            </button>
          )}
        </div>
      </div>
      {url !== null && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- somebody's voice, which nobody but them could write down
        <audio
          ref={audio}
          src={url}
          data-voice
          onPlay={(event) => {
            setPlaying(true)
            hush(event.currentTarget)
          }}
          onPause={() => setPlaying(false)}
          onError={() => setBroken(true)}
          onEnded={() => setAt(0)}
          onTimeUpdate={({ currentTarget }) => setAt(Math.min(ms, currentTarget.currentTime * 1000))}
        />
      )}
    </div>
  )
}

function PlayIcon({ isPlaying }: { isPlaying: boolean }) {
  const Icon = isPlaying ? Pause : Play
  return <Icon aria-hidden="true" className="size-5.5 fill-current" strokeWidth={1.5} />
}

/** One voice at a time. */
function hush(speaking: HTMLAudioElement): void {
  for (const other of document.querySelectorAll<HTMLAudioElement>('audio[data-voice]'))
    if (other !== speaking) other.pause()
}

function Bars({ bars, share, children }: { bars: readonly number[]; share: number; children: React.ReactNode }) {
  return (
    <div className="relative flex h-8 items-center gap-px has-focus-visible:outline-2">
      {bars.map((bar, place) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- forty places, each its own
          key={place}
          aria-hidden="true"
          className={`min-w-0 flex-1 rounded-full bg-current ${place < share * bars.length ? '' : 'opacity-35'}`}
          style={{ height: `${10 + (bar / 255) * 90}%` }}
        />
      ))}
      {children}
    </div>
  )
}
