/** The steps as a graph: what each takes and from where. Tab goes through them in their order, arrows along what flows. */
import type { InputDefinition, StepDefinition } from '@product/contract'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import { useId, useMemo, useRef, type KeyboardEvent } from 'react'

import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { labelOf } from '#entities/workflow/workflow.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { kindIcons } from '../../kind-icon.ts'
import { runMessages } from '../run.i18n.ts'
import { stepMarks, type ShownStep } from '../StepItem.tsx'
import {
  fieldsOf,
  flowsOf,
  layOut,
  nodeHeight,
  nodeWidth,
  type Graph,
  type GraphEdge,
  type GraphNode,
} from './graph-layout.ts'
import { graphMessages } from './graph.i18n.ts'

export interface StepGraphProps {
  steps: readonly ShownStep[]
  definition: readonly StepDefinition[]
  inputs: readonly InputDefinition[]
  /** Whose details stand below. */
  selected: number
  onSelect: (index: number) => void
}

export function StepGraph({ steps, definition, inputs, selected, onSelect }: StepGraphProps) {
  const m = useMessages(graphMessages)
  const list = useRef<HTMLOListElement>(null)
  const graph = useMemo(() => layOut(definition.length, flowsOf(definition)), [definition])
  const go = (event: KeyboardEvent, node: GraphNode) => {
    const next = neighbourOf(graph, node, event.key)
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-step="${next}"]`)?.focus()
  }
  const { width, height } = graph
  return (
    <div className="overflow-x-auto px-1 py-2">
      <div className="relative mx-auto" style={{ width, height }}>
        <Flows graph={graph} />
        <ol ref={list} aria-label={m.steps}>
          {graph.nodes.map((node) => {
            const [step, defined] = [steps[node.index], definition[node.index]]
            return (
              step &&
              defined && (
                <StepNode
                  key={node.index}
                  node={node}
                  step={step}
                  fields={fieldsOf(defined, inputs).map(labelOf).join(', ')}
                  isSelected={selected === node.index}
                  onSelect={onSelect}
                  onKey={(event) => go(event, node)}
                />
              )
            )
          })}
        </ol>
      </div>
    </div>
  )
}

const boxOf = ({ x, y }: GraphNode) => ({ left: x, top: y, width: nodeWidth, height: nodeHeight })

interface StepNodeProps {
  node: GraphNode
  step: ShownStep
  /** Of the form, that it takes. */
  fields: string
  isSelected: boolean
  onSelect: (index: number) => void
  onKey: (event: KeyboardEvent) => void
}

function StepNode({ node, step, fields, isSelected, onSelect, onKey }: StepNodeProps) {
  const m = useMessages(graphMessages)
  const id = useId()
  const { index, kind, title, takes, state } = step
  const w = useMessages(workflowMessages)
  const Icon = kindIcons[kind]
  const stands = state === null ? '' : w[`step_${state.status}`]
  return (
    <li className="absolute" style={boxOf(node)}>
      <button
        type="button"
        data-step={index}
        aria-pressed={isSelected}
        aria-describedby={id}
        onClick={() => onSelect(index)}
        onKeyDown={onKey}
        className="grid size-full grid-cols-[minmax(0,1fr)] content-center gap-1 rounded-lg border border-line bg-surface px-3.5 text-left hover:bg-surface-2 aria-pressed:border-accent aria-pressed:shadow-[inset_0_0_0_1px_var(--accent)]"
      >
        <span className="line-clamp-2 text-sm leading-tight font-semibold wrap-anywhere">{`${index + 1}. ${title}`}</span>
        <span className="flex items-center gap-1.5 text-xs text-text-3">
          <Icon aria-hidden="true" className="size-3.75 flex-none" strokeWidth={2} />
          <span className="truncate">{w[`kind_${kind}`]}</span>
          <i
            aria-hidden="true"
            className={classNames(
              'ml-auto size-2.5 flex-none rotate-45 rounded-[2px]',
              (state && stepMarks[state.status]) ?? 'bg-line-strong',
            )}
          />
        </span>
        {fields !== '' && (
          <span className="flex items-center gap-1.5 text-xs text-text-3">
            <ClipboardList aria-hidden="true" className="size-3.75 flex-none" strokeWidth={2} />
            <span className="truncate">{fields}</span>
          </span>
        )}
      </button>
      <p id={id} hidden>
        {[...takes, fields && m.takes(fields), stands].filter(Boolean).join('. ')}
      </p>
    </li>
  )
}

/** The lines and their words; each step says the same of itself to those who listen. */
function Flows({ graph }: { graph: Graph }) {
  const m = useMessages(runMessages)
  const words = (what: readonly string[]) => what.map((name) => (isGiven(name) ? m[`gives_${name}`] : name)).join(', ')
  return (
    <svg aria-hidden="true" width={graph.width} height={graph.height} className="absolute inset-0 overflow-visible">
      <defs>
        <marker id="flow-end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M0 0L8 4L0 8Z" className="fill-line-strong" />
        </marker>
      </defs>
      {graph.edges.map((edge) => (
        <g key={`${edge.from}-${edge.to}`}>
          <path
            d={pathOf(edge)}
            markerEnd="url(#flow-end)"
            className="fill-none stroke-line-strong stroke-[1.5] [stroke-linejoin:round]"
          />
          <text
            x={edge.label.x}
            y={edge.label.y}
            textAnchor="middle"
            dominantBaseline="middle"
            className="fill-text-2 stroke-bg stroke-[6px] text-xs [paint-order:stroke]"
          >
            {words(edge.what)}
          </text>
        </g>
      ))}
    </svg>
  )
}

function pathOf({ points }: GraphEdge): string {
  const [start, ...more] = points
  const [end] = more
  if (!start || !end) return ''
  const middle = (start.y + end.y) / 2
  return more.length === 1
    ? `M${start.x} ${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`
    : `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`
}

const gives = ['prompt', 'description', 'image', 'images', 'post_id'] as const

function isGiven(name: string): name is (typeof gives)[number] {
  return gives.some((known) => known === name)
}

/** Up to the first that it takes from, down to the first that takes from it, aside in its row. */
function neighbourOf({ nodes, edges }: Graph, { index, row, x }: GraphNode, key: string): number | undefined {
  const aside = (towards: 1 | -1) =>
    nodes
      .filter((other) => other.row === row && (other.x - x) * towards > 0)
      .toSorted((a, b) => (a.x - b.x) * towards)[0]?.index
  switch (key) {
    case 'ArrowUp':
      return edges.find(({ to }) => to === index)?.from
    case 'ArrowDown':
      return edges.find(({ from }) => from === index)?.to
    case 'ArrowLeft':
      return aside(-1)
    case 'ArrowRight':
      return aside(1)
    default:
      return undefined
  }
}
