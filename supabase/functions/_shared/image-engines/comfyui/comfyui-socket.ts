/** What a ComfyUI server tells about one run while it runs. Only hints: the history says how it ended. */
import { parseJson, isObject, type OwnServer } from '../self-hosted/own-server.ts'

export interface RunNews {
  /** 0 … 1 of the node at work. */
  readonly share?: number
  readonly preview?: Uint8Array
}

export interface RunSocket {
  /** False too once the run has ended: polling has the word then. */
  readonly isTelling: boolean
  /** Resolves when the run has ended or the socket has closed. */
  readonly over: Promise<void>
  close(): void
}

const openWithinMs = 3000
const largestPreview = 512 * 1024

/** Opens, or gives up, within three seconds. `id` is the run's and the client's: events go to that client only. */
export async function openRunSocket(
  server: OwnServer,
  id: string,
  onNews: (news: RunNews) => void,
): Promise<RunSocket> {
  const over = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  let isOver = false
  const end = (): void => {
    isOver = true
    opened.resolve()
    over.resolve()
  }
  const socket = new WebSocket(server.socketUrl(`/ws?clientId=${id}`), { headers: { ...server.headers } })
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    const news = data instanceof ArrayBuffer ? previewOf(data) : typeof data === 'string' ? newsOf(data, id) : null
    if (news === 'over') end()
    else if (news) onNews(news)
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  const patience = setTimeout(end, openWithinMs)
  await opened.promise
  clearTimeout(patience)
  return {
    get isTelling() {
      return !isOver
    },
    over: over.promise,
    close: () => socket.close(),
  }
}

function newsOf(text: string, id: string): RunNews | 'over' | null {
  const message = parseJson(new TextEncoder().encode(text))
  if (!isObject(message) || !isObject(message['data'])) return null
  const { type, data } = message
  if (data['prompt_id'] !== id) return null
  // NOTE: comes after the run is in the history; `execution_success` comes before.
  if (type === 'executing' && data['node'] === null) return 'over'
  if (type !== 'progress') return null
  const { value, max } = data
  return typeof value === 'number' && typeof max === 'number' && max > 0 ? { share: Math.min(1, value / max) } : null
}

/** Big-endian: kind 1 is format and picture, kind 4 is the length of a JSON text, the text and the picture. */
function previewOf(data: ArrayBuffer): RunNews | null {
  if (data.byteLength < 8 || data.byteLength > largestPreview) return null
  const view = new DataView(data)
  const kind = view.getUint32(0)
  const start = kind === 1 ? 8 : kind === 4 ? 8 + view.getUint32(4) : data.byteLength
  return start < data.byteLength ? { preview: new Uint8Array(data, start) } : null
}
