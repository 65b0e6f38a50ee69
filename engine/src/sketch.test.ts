import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import type { WrittenDrawing } from './objects/subjects/decode.ts'
import { drawnIds } from './objects/subjects/drawing-store.ts'
import { paintFetching } from './sketch.ts'

const folder = new URL('objects/subjects/data/drawings/', import.meta.url)
const committed = new Map(
  readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, WrittenDrawing>),
  ),
)

it('a drawing that cannot be fetched fails the sketch', async () => {
  const refuse = () => Promise.reject(new Error('offline'))
  const request = { prompt: 'Un crocodile sur la plage', width: 256, height: 256, seed: 1 }
  await expect(paintFetching(request, refuse)).rejects.toThrow('offline')
})

it('begins with no drawing, fetches what a picture needs once, and paints what the engine paints', async () => {
  expect([...drawnIds()]).toEqual([])
  const fetched: string[] = []
  const fetchDrawing = (id: string) => {
    fetched.push(id)
    return Promise.resolve(committed.get(id)!)
  }
  const request = { prompt: 'Une femme en boubou bleu avec un panier au marché', width: 256, height: 256, seed: 42 }
  const sketch = await paintFetching(request, fetchDrawing)
  expect(fetched.length).toBeGreaterThan(0)
  expect(new Set(fetched).size).toBe(fetched.length)
  const count = fetched.length
  await paintFetching(request, fetchDrawing)
  expect(fetched.length).toBe(count)
  const { paint } = await import('./index.ts')
  const picture = paint(request)
  expect(sketch.data).toEqual(picture.data)
  expect(sketch.metadata.plan).toEqual(picture.metadata.plan)
})
