/** The pictures in squares; only the rows near the screen are in the page. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { useElementWidth } from '#ui/screen/use-element-width.ts'
import { visibleCells } from '#ui/window/visible-cells.ts'

import { ImageCell, type ImageCellProps } from './ImageCell.tsx'
import { myImagesMessages } from './my-images.i18n.ts'
import type { MyImage } from './my-images.ts'

export interface ImageGridProps extends Omit<ImageCellProps, 'image'> {
  images: readonly MyImage[]
  onNearEnd: () => void
}

const gap = 6
const widestCell = 240
/** Kept ready above and below, in pixels. */
const margin = 700

export function ImageGrid({ images, onNearEnd, ...cell }: ImageGridProps) {
  const m = useMessages(myImagesMessages)
  const [width, measure] = useElementWidth()
  const columns = Math.max(3, Math.ceil(width / widestCell))
  const rowHeight = (width - gap * (columns - 1)) / columns + gap
  const grid = useRef<HTMLDivElement>(null)
  const [screen, setScreen] = useState({ top: 0, bottom: 1000 })
  useEffect(() => {
    const body = grid.current?.closest('[data-dialog-body]')
    if (!body) return undefined
    const look = () => {
      const [own, frame] = [grid.current?.getBoundingClientRect(), body.getBoundingClientRect()]
      if (own) setScreen({ top: frame.top - own.top, bottom: frame.bottom - own.top })
    }
    look()
    body.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(body)
    return () => {
      body.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [])
  const shown = visibleCells(
    { count: images.length, columns, rowHeight },
    { top: screen.top - margin, bottom: screen.bottom + margin },
  )
  const isNearEnd = width > 0 && shown.end >= images.length
  const askForMore = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (isNearEnd) askForMore()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a page may still not fill the screen
  }, [isNearEnd, images.length])
  return (
    <div ref={grid}>
      <div ref={measure} style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
        {width > 0 && (
          <ul
            aria-label={m.title}
            className="grid"
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap, paddingBottom: gap }}
          >
            {images.slice(shown.start, shown.end).map((image) => (
              <li key={image.id}>
                <ImageCell image={image} {...cell} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
