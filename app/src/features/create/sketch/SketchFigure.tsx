import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useRef } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'

import { planMessages } from '../plan/plan.i18n.ts'
import { sketchAnew } from './sketch-of.ts'
import { useSketch, type Sketch } from './use-sketch.ts'

/** Free, on the device: what the picture will be like. Nothing stands here until there is one, or `instead`. */
export function SketchFigure({ isLarge = false, instead = null }: { isLarge?: boolean; instead?: React.ReactNode }) {
  const m = useMessages(planMessages)
  const sketch = useSketch()
  if (sketch === null) return instead
  return (
    <figure className={classNames('grid gap-3', !isLarge && 'grid-cols-[7.5rem_minmax(0,1fr)] items-start')}>
      <Drawn sketch={sketch} isLarge={isLarge} />
      <figcaption className="grid justify-items-start gap-1 text-sm text-text-2">
        <p>
          <strong className="text-text">{m.sketch}</strong> · {m.aboutSketch}
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3"
          icon={<RefreshCw aria-hidden="true" className="size-4.5" />}
          onClick={sketchAnew}
        >
          {m.otherSketch}
        </Button>
      </figcaption>
    </figure>
  )
}

function Drawn({ sketch: { picture, prompt, isPast }, isLarge }: { sketch: Sketch; isLarge: boolean }) {
  const m = useMessages(planMessages)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height, pixels } = picture
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0)
  }, [pixels, width, height])
  return (
    <div className="relative overflow-hidden rounded-img bg-surface-2">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={m.sketchOf(prompt)}
        className={classNames('block w-full transition-opacity', isPast && 'opacity-50', isLarge && 'max-h-[60vh]')}
        style={{ aspectRatio: `${width} / ${height}` }}
      />
      <span
        aria-hidden="true"
        className="absolute bottom-1.5 left-1.5 rounded-xs bg-veil px-1.5 py-0.5 text-xs font-semibold text-on-veil"
      >
        {m.sketch}
      </span>
    </div>
  )
}
