/** The worker that sketches: begun when the first sketch is wanted, ended once nobody has wanted one for a while. */
import { scriptUrl } from '#data/script-url.ts'
import type { Drawing, SketchAnswer, SketchPicture, SketchQuestion, SketchRequest } from '#sketch/sketch-protocol.ts'

interface Wanted {
  readonly request: SketchRequest
  readonly resolve: (picture: SketchPicture) => void
  readonly reject: (error: Error) => void
}

/** Its code and what it has compiled are worth this long. */
const restMs = 60_000

let worker: Worker | null = null
let current: Wanted | null = null
/** Whoever writes on wants the last words only. */
let next: Wanted | null = null
let resting: ReturnType<typeof setTimeout> | undefined

export function drawSketch(request: SketchRequest): Promise<SketchPicture> {
  return new Promise((resolve, reject) => {
    next?.reject(new Error('Other words are sketched'))
    next = { request, resolve, reject }
    if (current === null) begin()
  })
}

function begin(): void {
  current = next
  next = null
  clearTimeout(resting)
  if (current === null) resting = setTimeout(stop, restMs)
  else tell({ request: current.request })
}

function tell(question: SketchQuestion): void {
  worker ??= start()
  worker.postMessage(question, [])
}

function start(): Worker {
  const started = new Worker(scriptUrl('sketchWorker'), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<SketchAnswer>) => void hear(data))
  // Its script may not have come, without network or after a new version.
  started.addEventListener('error', () => {
    stop()
    settle((wanted) => wanted.reject(new Error('The sketch could not be begun')))
  })
  return started
}

function stop(): void {
  worker?.terminate()
  worker = null
}

async function hear(answer: SketchAnswer): Promise<void> {
  if ('need' in answer) tell({ drawing: await fetchDrawing(answer.need) })
  else if ('sketch' in answer) settle((wanted) => wanted.resolve(answer.sketch))
  else settle((wanted) => wanted.reject(new Error(answer.failure)))
}

function settle(end: (wanted: Wanted) => void): void {
  if (current !== null) end(current)
  begin()
}

async function fetchDrawing(id: string): Promise<Drawing | null> {
  try {
    const response = await fetch(`${DRAWINGS.folder}${id}-${DRAWINGS.version}.json`)
    return response.ok ? ((await response.json()) as Drawing) : null
  } catch {
    return null
  }
}
