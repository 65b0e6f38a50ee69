import { describe, expect, it, vi } from 'vitest'

import { paint, PAINT_STAGES, type Painting, type Pixels } from './index.ts'

// Painting is work for a whole core, and the cores may be shared.
vi.setConfig({ testTimeout: 60_000 })

const SIDE = { width: 256, height: 256 }

function fingerprint({ data }: Painting): number {
  let hash = 0x811c9dc5
  for (const byte of data) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Standard deviation of luminance, 0..255. */
function contrast({ data }: Painting): number {
  let sum = 0
  let squares = 0
  const count = data.length / 3
  for (let i = 0; i < data.length; i += 3) {
    const light = 0.2126 * data[i]! + 0.7152 * data[i + 1]! + 0.0722 * data[i + 2]!
    sum += light
    squares += light * light
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

function gradientPixels(channels: 3 | 4): Pixels {
  const width = 120
  const height = 90
  const data = new Uint8Array(width * height * channels)
  for (let i = 0; i < width * height; i++) {
    data[i * channels] = (i % width) * 2
    data[i * channels + 1] = Math.floor(i / width) * 2
    data[i * channels + 2] = 140
    if (channels === 4) data[i * 4 + 3] = 255
  }
  return { width, height, data, channels }
}

describe('determinism', () => {
  it('paints the same pixels for the same request', () => {
    const request = { prompt: 'voilier au coucher du soleil', ...SIDE, seed: 42 }
    expect(fingerprint(paint(request))).toBe(fingerprint(paint(request)))
  })

  it('does not remember what it painted before', () => {
    const request = { prompt: 'ville la nuit', ...SIDE, seed: 3 }
    const first = fingerprint(paint(request))
    paint({ prompt: 'forêt', width: 300, height: 260, seed: 9 })
    expect(fingerprint(paint(request))).toBe(first)
  })

  it('paints another picture for another seed, and for another prompt', () => {
    const prints = [
      paint({ prompt: 'montagne', ...SIDE, seed: 1 }),
      paint({ prompt: 'montagne', ...SIDE, seed: 2 }),
      paint({ prompt: 'montagne enneigée', ...SIDE, seed: 1 }),
    ].map(fingerprint)
    expect(new Set(prints).size).toBe(3)
  })

  it('derives a seed when none is given, and returns it', () => {
    const free = paint({ prompt: 'dune', ...SIDE })
    expect(fingerprint(paint({ prompt: 'dune', ...SIDE, seed: free.seed }))).toBe(fingerprint(free))
    expect(free.metadata.seed).toBe(free.seed)
  })
})

describe('sizes', () => {
  it.each([
    [256, 256, 256, 256],
    [100, 5000, 256, 2048],
    [333, 271, 333, 271],
    [Number.NaN, 256, 1024, 256],
    [2048, 1152, 2048, 1152],
  ])('%i × %i gives %i × %i', (width, height, expectedWidth, expectedHeight) => {
    const painting = paint({ prompt: 'abstrait minimaliste, cercles', width, height, seed: 5 })
    expect([painting.width, painting.height]).toEqual([expectedWidth, expectedHeight])
    expect(painting.data).toHaveLength(expectedWidth * expectedHeight * 3)
    expect(contrast(painting)).toBeGreaterThan(4)
  })
})

describe('metadata', () => {
  it('says what it is and what it did', () => {
    const { metadata } = paint({
      prompt: 'mer calme au zorglub, aquarelle',
      negativePrompt: 'oiseaux',
      ...SIDE,
      seed: 8,
    })
    expect(metadata).toMatchObject({
      engine: 'builtin',
      neural: false,
      scene: 'sea',
      styles: ['watercolour'],
      ignored: ['zorglub'],
      removed: ['oiseaux'],
      references: [],
    })
    expect(metadata.palette.length).toBeGreaterThan(1)
    for (const colour of metadata.palette) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  })
})

describe('negative prompts', () => {
  it('change the picture', () => {
    const request = { prompt: 'mer avec oiseaux et lune la nuit', ...SIDE, seed: 6 }
    expect(fingerprint(paint({ ...request, negativePrompt: 'lune' }))).not.toBe(fingerprint(paint(request)))
  })

  it('« sans neige » keeps the summits bare', () => {
    const whites = (prompt: string) => {
      const { data } = paint({ prompt, ...SIDE, seed: 21 })
      let count = 0
      for (let i = 0; i < (data.length * 2) / 3; i += 3)
        if (Math.min(data[i]!, data[i + 1]!, data[i + 2]!) > 170) count++
      return count
    }
    const bare = whites('montagnes, ciel bleu, jour, sans neige ni nuages')
    expect(whites('montagnes enneigées, ciel bleu, jour, sans nuages')).toBeGreaterThan(bare * 2 + 500)
  })
})

describe('progress', () => {
  it('reports every stage once, in order, rising', () => {
    const seen: { stage: string; fraction: number }[] = []
    paint({ prompt: 'lac', ...SIDE, seed: 1, onProgress: (progress) => seen.push(progress) })
    expect(seen.map(({ stage }) => stage)).toEqual([...PAINT_STAGES])
    const fractions = seen.map(({ fraction }) => fraction)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
  })
})

describe('references', () => {
  it('uses up to three, with or without alpha, and says how', () => {
    const references = [gradientPixels(3), gradientPixels(4), gradientPixels(3), gradientPixels(4)]
    const painting = paint({ prompt: 'collage au coucher du soleil', ...SIDE, seed: 4, references })
    expect(painting.metadata.references).toHaveLength(3)
    expect(painting.metadata.references.every(({ used, share }) => used && share > 0)).toBe(true)
  })

  it('paints from a reference alone when the prompt is empty', () => {
    const painting = paint({ prompt: '', ...SIDE, seed: 4, references: [gradientPixels(3)] })
    expect(painting.metadata.references[0]).toMatchObject({ used: true, how: 'structure' })
    expect(contrast(painting)).toBeGreaterThan(4)
  })
})

// A picture of every style, overlay and kind of bad input: none may throw, be blank or come out another size. Scenes
// are covered one by one in scene/compose.test.ts.
const batch = [
  ...'mer minimaliste|montagne papier découpé|lac low poly|mer, estampe|chat pop art|ville pixel art|mosaïque'.split(
    '|',
  ),
  ...'vitrail|cubisme|croquis|gravure|pastel|pointillisme|affiche|rêve|glitch|noir et blanc|photo|bokeh chat'.split(
    '|',
  ),
  ...'orage, éclairs et pluie sur la mer|neige|brume|harmattan|feux d’artifice|arc-en-ciel|grande vague|lotus'.split(
    '|',
  ),
  '',
  '   ',
  'xyzzy plugh',
  '🦁🌊',
  'mot '.repeat(500),
  '(a+)+$'.repeat(300),
  '../../etc/passwd <script>alert(1)</script> \u0000 \uD800',
]

describe('every style, and bad input', () => {
  it.each(batch.map((prompt, i) => [prompt.slice(0, 40), prompt, i] as const))('« %s »', (_name, prompt, i) => {
    const painting = paint({ prompt, ...SIDE, seed: 100 + i })
    expect(painting.data).toHaveLength(256 * 256 * 3)
    expect(contrast(painting)).toBeGreaterThan(3)
  })
})
