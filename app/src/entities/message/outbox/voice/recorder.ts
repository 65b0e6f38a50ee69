/** Records what somebody says, on their device: the sound leaves it sealed, or not at all. */
import { barsOf, longestVoiceMs, type VoiceFacts } from './voice-note.ts'

export interface Recording {
  /** Ends it, and gives what was said; `null` where nothing was. */
  finish: () => Promise<VoiceNote | null>
  /** Throws it away. */
  cancel: () => void
}

export interface VoiceNote extends VoiceFacts {
  blob: Blob
}

export interface RecordingNews {
  /** Every tenth of a second: how long it is by now, and how loud it is (0 to 1). */
  onProgress: (ms: number, level: number) => void
  /** It is as long as it may be. */
  onFull: () => void
}

export type RecordingProblem = 'denied' | 'missing'

export class RecordingError extends Error {
  readonly problem: RecordingProblem
  constructor(problem: RecordingProblem, options?: ErrorOptions) {
    super(`Nothing can be recorded: ${problem}`, options)
    this.problem = problem
  }
}

/** Two minutes of speech are about 360 kB. */
const bitsPerSecond = 24_000
const everyMs = 100
/** Shorter ones are slips of the finger. */
const shortestMs = 500
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const

export function canRecord(): boolean {
  return 'mediaDevices' in navigator && typeof MediaRecorder === 'function' && typeOf() !== undefined
}

const typeOf = () => types.find((type) => MediaRecorder.isTypeSupported(type))

/** @throws {RecordingError} `denied`: the person or their browser says no; `missing`: no microphone answers */
export async function startRecording({ onProgress, onFull }: RecordingNews): Promise<Recording> {
  const stream = await openMicrophone()
  const mimeType = typeOf()
  if (mimeType === undefined) throw new RecordingError('missing')
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()))
  const meter = openMeter(stream)
  const levels: number[] = []
  const startedAt = performance.now()
  const length = () => performance.now() - startedAt
  recorder.start()
  const timer = setInterval(() => {
    const level = meter.read()
    levels.push(level)
    onProgress(length(), level)
    if (length() >= longestVoiceMs) onFull()
  }, everyMs)
  const close = () => {
    clearInterval(timer)
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
    meter.close()
  }
  return {
    finish: async () => {
      const ms = Math.min(Math.round(length()), longestVoiceMs)
      close()
      await ended
      if (ms < shortestMs) return null
      const [type = ''] = mimeType.split(';')
      return { blob: new Blob(parts, { type }), ms, bars: barsOf(levels) }
    },
    cancel: close,
  }
}

async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
  } catch (cause) {
    const isDenied = cause instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(cause.name)
    throw new RecordingError(isDenied ? 'denied' : 'missing', { cause })
  }
}

function openMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    /** Loudness now; speech fills the scale, as ears hear it. */
    read: () => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.min(1, Math.sqrt(Math.sqrt(power) * 3))
    },
    close: () => void context.close(),
  }
}
