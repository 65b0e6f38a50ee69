/** Sketches on the device, beside the page. It has no right to the network: what it needs is asked of the page. */
import { paintFetching, type FetchDrawing } from '@product/engine/sketch'

import type { Drawing, SketchAnswer, SketchQuestion } from './sketch-protocol.ts'

/** This file is checked with the page's types, where `self` is a window. */
interface WorkerScope {
  postMessage(answer: SketchAnswer, transfer: Transferable[]): void
  addEventListener(type: 'message', listen: (event: MessageEvent<SketchQuestion>) => void): void
}

const scope = self as unknown as WorkerScope
/** One drawing is waited for at a time, of one sketch at a time. */
let bring: { resolve: (drawing: Drawing) => void; reject: (error: Error) => void } | null = null

const askFor: FetchDrawing = (id) =>
  new Promise((resolve, reject) => {
    bring = { resolve, reject }
    scope.postMessage({ need: id }, [])
  })

async function draw({ request }: Extract<SketchQuestion, { request: unknown }>): Promise<void> {
  try {
    const { data, width, height } = await paintFetching(request, askFor)
    const pixels = withAlpha(data)
    scope.postMessage({ sketch: { width, height, pixels } }, [pixels.buffer])
  } catch (error) {
    scope.postMessage({ failure: error instanceof Error ? error.message : String(error) }, [])
  }
}

/** As a canvas takes them. */
function withAlpha(data: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray((data.length / 3) * 4)
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    pixels[to] = data[from] ?? 0
    pixels[to + 1] = data[from + 1] ?? 0
    pixels[to + 2] = data[from + 2] ?? 0
    pixels[to + 3] = 255
  }
  return pixels
}

scope.addEventListener('message', ({ data }) => {
  if ('request' in data) void draw(data)
  else if (data.drawing === null) bring?.reject(new Error('A drawing could not be fetched'))
  else bring?.resolve(data.drawing)
})
