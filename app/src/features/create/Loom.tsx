/** The loom: warp threads, filled row by row while the picture is made. */
import { useEffect, useRef } from 'react'

import { useMessages } from '#i18n/messages.ts'

import { createMessages } from './create-messages.ts'
import { useCreateStore } from './create-store.ts'
import { columns, rows, shuttleAt, wovenShare, yarnAt, yarnsFor } from './weave.ts'

const width = 600
const height = 780
const cell = { width: width / columns, height: height / rows }

interface Cloth {
  context: CanvasRenderingContext2D
  yarns: readonly string[]
  warp: string
  accent: string
  isStill: boolean
}

function drawPick({ context, yarns }: Cloth, column: number, row: number): void {
  const over = (column + row) % 2 === 0
  const [inset, size] = over ? [1.5, cell.height - 3] : [0, cell.height + 1]
  context.fillStyle = yarnAt(yarns, column, row)
  context.globalAlpha = over ? 1 : 0.86
  context.beginPath()
  context.roundRect(
    column * cell.width + (over ? -0.5 : 1.5),
    row * cell.height + inset,
    cell.width + (over ? 1 : -3),
    size,
    6,
  )
  context.fill()
  context.globalAlpha = 1
}

function drawCloth(cloth: Cloth, share: number): void {
  const { context, warp, accent, isStill } = cloth
  context.clearRect(0, 0, width, height)
  context.fillStyle = warp
  for (let column = 0; column < columns; column++) {
    context.globalAlpha = column % 2 === 0 ? 0.6 : 0.42
    context.fillRect(column * cell.width + cell.width * 0.34, 0, cell.width * 0.32, height)
  }
  context.globalAlpha = 1
  const shuttle = shuttleAt(share)
  for (let row = 0; row < shuttle.row; row++)
    for (let column = 0; column < columns; column++) drawPick(cloth, column, row)
  if (share === 0) return
  const toRight = shuttle.row % 2 === 0
  const woven = isStill ? 0 : Math.floor(shuttle.share * columns)
  for (let count = 0; count < woven; count++) drawPick(cloth, toRight ? count : columns - 1 - count, shuttle.row)
  if (isStill) return
  const x = (toRight ? shuttle.share : 1 - shuttle.share) * width
  context.fillStyle = accent
  context.beginPath()
  context.roundRect(x - 38, shuttle.row * cell.height - 3, 76, cell.height + 6, 16)
  context.fill()
}

export function Loom({ isWeaving }: { isWeaving: boolean }) {
  const m = useMessages(createMessages)
  const canvas = useRef<HTMLCanvasElement>(null)
  const phase = useCreateStore((store) => store.phase)
  const prompt = useCreateStore((store) => store.draft.prompt)
  const startedAt = phase.name === 'running' ? phase.startedAt : null
  const words = startedAt === null ? '' : prompt
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return undefined
    const style = getComputedStyle(document.documentElement)
    const cloth: Cloth = {
      context,
      yarns: yarnsFor(words),
      warp: style.getPropertyValue('--line-strong'),
      accent: style.getPropertyValue('--accent'),
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    }
    let frame = 0
    const draw = () => {
      drawCloth(cloth, startedAt === null ? 0 : wovenShare(performance.now() - startedAt))
      if (startedAt !== null) frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [startedAt, words])
  return (
    <div className="grid gap-3">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        aria-hidden="true"
        className="mx-auto max-h-[52svh] max-w-full lg:max-h-[58svh]"
      />
      <p className="text-center text-sm text-text-2">
        {isWeaving ? (
          <>
            <span className="block font-heading text-lg font-bold text-text">{m.busy}</span>
            {m.busyHelp}
            <span className="prompt mt-3 block text-text lg:hidden">{prompt}</span>
          </>
        ) : (
          m.stage
        )}
      </p>
    </div>
  )
}
