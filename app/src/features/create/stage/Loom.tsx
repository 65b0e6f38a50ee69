/** The loom: warp threads, filled row by row as far as the engine says it is. */
import { useEffect, useRef, useState } from 'react'

import type { Creation } from '#entities/generation/creation.ts'
import { pictureRatio } from '#entities/image/LargePicture.tsx'
import { isMotionReduced } from '#ui/display/motion.ts'

import { drawCloth, type Loom as LoomToDraw } from './draw-cloth.ts'
import { approach, clothFor, looksOther, wovenShare, yarnsFor } from './weave.ts'

const width = 600

export interface LoomProps {
  size: { width: number; height: number }
  /** The work to show; `null` for an empty loom. */
  creation: Creation | null
}

export function Loom({ size, creation }: LoomProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(creation)
  const cloth = clothFor(size)
  const { columns, rows } = cloth
  const height = Math.round((width * rows) / columns)
  const colours = useColours(creation, cloth)
  const words = creation?.order.prompt ?? ''
  const isWeaving = creation?.status === 'running'
  useEffect(() => {
    latest.current = creation
  })
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return undefined
    const style = getComputedStyle(document.documentElement)
    const loom: LoomToDraw = {
      columns,
      rows,
      context,
      width,
      height,
      yarns: yarnsFor(words),
      colours,
      warp: style.getPropertyValue('--line-strong'),
      accent: style.getPropertyValue('--accent'),
      isStill: isMotionReduced(),
    }
    return isWeaving ? weave(loom, () => latest.current) : drawCloth(loom, 0)
  }, [columns, rows, height, words, colours, isWeaving])
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      aria-hidden="true"
      className="large-picture"
      style={pictureRatio(size)}
    />
  )
}

/** What one more frame needs to know outlives the effect: new colours do not begin the cloth again. */
const shownShares = new Map<string, number>()

/** So often is looked for news where nothing moves. */
const restMs = 200

/** Draws what looks other than before: somebody may wait for minutes, and each frame of a cloth costs a phone much. */
function weave(loom: LoomToDraw, current: () => Creation | null): () => void {
  const startedAt = performance.now()
  let before = startedAt
  let drawn: number | null = null
  let frame = 0
  let timer = 0
  const draw = (now: number) => {
    const creation = current()
    const woven = creation && weaveOn(creation, loom, { elapsed: now - startedAt, frame: now - before })
    if (woven && (drawn === null || looksOther(drawn, woven.shown, loom))) {
      drawn = woven.shown
      drawCloth(loom, woven.shown)
    }
    before = now
    if (woven?.isMoving) frame = requestAnimationFrame(draw)
    else timer = window.setTimeout(resume, restMs)
  }
  // What moves again moves from where it is.
  const resume = () => {
    before = performance.now()
    draw(before)
  }
  draw(startedAt)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** @param ms since the work is shown, and since the last frame */
function weaveOn({ key, progress }: Creation, { isStill }: LoomToDraw, ms: { elapsed: number; frame: number }) {
  const known = wovenShare(progress, ms.elapsed)
  const shown = isStill ? known : approach(shownShares.get(key) ?? 0, known, ms.frame)
  shownShares.set(key, shown)
  return { shown, isMoving: !isStill && (shown !== known || progress === null) }
}

/** The colours to come: the engine's own preview, else those of the first reference. */
function useColours(creation: Creation | null, { columns, rows }: { columns: number; rows: number }) {
  const preview = creation?.preview ?? null
  const file = creation?.order.references[0]?.file ?? null
  const [colours, setColours] = useState<Uint8ClampedArray | null>(null)
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const blob = preview === null ? file : fromDataUrl(preview)
      const pixels = blob && (await pixelsOf(blob, columns, rows))
      if (!isGone) setColours(pixels)
    }
    void read().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [preview, file, columns, rows])
  return colours
}

/** By hand: the page's own policy lets nothing be fetched from a data URL. */
function fromDataUrl(url: string): Blob {
  const bytes = atob(url.slice(url.indexOf(',') + 1))
  return new Blob([Uint8Array.from(bytes, (character) => character.codePointAt(0) ?? 0)])
}

async function pixelsOf(blob: Blob, columns: number, rows: number): Promise<Uint8ClampedArray | null> {
  const picture = await createImageBitmap(blob, { resizeWidth: columns, resizeHeight: rows, resizeQuality: 'medium' })
  const context = new OffscreenCanvas(columns, rows).getContext('2d')
  context?.drawImage(picture, 0, 0)
  picture.close()
  return context?.getImageData(0, 0, columns, rows).data ?? null
}
