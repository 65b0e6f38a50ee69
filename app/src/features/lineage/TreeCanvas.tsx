/** The tree to look at: nodes on dashed threads, moved and zoomed; each node is a button in the order of the tree. */
import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useEffectEvent, useRef, type CSSProperties } from 'react'

import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import { branchesOf, type LineageNode } from '#entities/lineage/lineage.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { usePanZoom } from '#ui/picture/use-pan-zoom.ts'
import type { Point } from '#ui/picture/zoom.ts'

import { layTree, picture, type Thread } from './lay-tree.ts'
import { NodePicture } from './NodePicture.tsx'
import { useNodeName } from './use-node-name.ts'

export interface TreeProps {
  nodes: readonly LineageNode[]
  chosen: string
  onChoose: (id: string) => void
}

/** From far enough for a large tree to twice its size. */
const range = [0.2, 2] as const
const margin = 24
/** A small tree fills its board at the start, up to this scale. */
const largestFit = 1.75

const icon = { 'aria-hidden': true, className: 'size-4.5' } as const

export function TreeCanvas({ nodes, chosen, onChoose }: TreeProps) {
  const m = useMessages(lineageMessages)
  const nameOf = useNodeName()
  const tree = layTree(branchesOf(nodes))
  const frame = useRef<HTMLDivElement>(null)
  const { view, change, zoomBy, handlers } = usePanZoom(frame, { range, isFree: true })
  const showAll = () =>
    change((_before, { width, height }) => {
      const fit = Math.min((width - 2 * margin) / tree.width, (height - 2 * margin) / tree.height)
      const scale = Math.min(largestFit, Math.max(range[0], fit))
      return { scale, x: (-tree.width * scale) / 2, y: Math.max(margin - height / 2, (-tree.height * scale) / 2) }
    })
  /** Brings a point of the tree to the middle, at the scale that is. */
  const centre = (point: Point) => change(({ scale }) => ({ scale, x: -point.x * scale, y: -point.y * scale }))
  const begin = useEffectEvent(() => {
    const at = tree.nodes.find(({ node }) => node.id === chosen)
    const box = frame.current?.getBoundingClientRect()
    const fits = box && tree.width < box.width && tree.height < box.height
    if (fits || !at) showAll()
    else centre({ x: at.x + picture / 2, y: at.y + picture / 2 })
  })
  useEffect(() => begin(), [])
  return (
    <div className="relative">
      <div
        ref={frame}
        {...handlers}
        className="relative max-h-[60svh] min-h-60 cursor-grab touch-none overflow-hidden rounded-md bg-sunken active:cursor-grabbing"
        style={{ height: tree.height * largestFit + 2 * margin }}
      >
        <div
          className="absolute top-1/2 left-1/2 origin-top-left"
          style={
            {
              width: tree.width,
              height: tree.height,
              transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
              '--enlarged': view.scale,
              '--beside': '-1.5rem',
            } as CSSProperties
          }
        >
          <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
            {tree.threads.map((thread) => (
              <path
                key={thread.to.node.id}
                d={pathOf(thread)}
                fill="none"
                stroke="var(--accent)"
                strokeWidth="2"
                strokeDasharray="5 4"
              />
            ))}
          </svg>
          {tree.nodes.map(({ node, x, y }) => (
            <button
              key={node.id}
              type="button"
              aria-label={nameOf(node)}
              aria-pressed={node.id === chosen}
              onClick={() => onChoose(node.id)}
              onFocus={(event) => event.target.matches(':focus-visible') && centre({ x: x + picture / 2, y })}
              className="absolute"
              style={{ left: x, top: y }}
            >
              <NodePicture node={node} isCurrent={node.id === chosen} />
            </button>
          ))}
        </div>
      </div>
      <div className="absolute right-2 bottom-2 flex gap-1">
        <IconButton variant="veil" size="sm" label={m.zoomOut} icon={<Minus {...icon} />} onClick={() => zoomBy(0.8)} />
        <IconButton variant="veil" size="sm" label={m.zoomIn} icon={<Plus {...icon} />} onClick={() => zoomBy(1.25)} />
        <IconButton variant="veil" size="sm" label={m.whole} icon={<Maximize {...icon} />} onClick={showAll} />
      </div>
    </div>
  )
}

function pathOf({ from, to }: Thread): string {
  const [x1, y1, x2, y2] = [from.x + picture + 4, from.y + picture / 2, to.x - 4, to.y + picture / 2]
  const middle = (x1 + x2) / 2
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}
