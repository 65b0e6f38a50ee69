/** Where the steps of a workflow stand as a graph: each below the steps that it takes something from. */
import type { InputDefinition, StepDefinition, WorkflowSource } from '@product/contract'

export const nodeWidth = 204
export const nodeHeight = 92
const gapX = 24
/** Between two rows: there stand the words of what flows. */
const gapY = 64
/** Beside all steps, for what passes a row by: a line, and its words. */
const laneWidth = 84
/** From a step to the line that leads to its lane. */
const turn = 14

export interface GraphNode {
  index: number
  x: number
  y: number
  row: number
}

interface Point {
  x: number
  y: number
}

export interface GraphEdge extends Flow {
  /** Two for one row to the next; else with the corners of the way round the rows between. */
  points: readonly Point[]
  /** Where its words stand. */
  label: Point
}

export interface Graph {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  width: number
  height: number
}

/** What one step gives another. */
export interface Flow {
  from: number
  to: number
  what: readonly string[]
}

type Step = Pick<StepDefinition, 'settings' | 'takes'>

export function flowsOf(steps: readonly Step[]): Flow[] {
  return steps.flatMap(({ takes }, to) => {
    const what = new Map<number, Set<string>>()
    for (const source of sourcesOf(takes))
      if ('step' in source) what.set(source.step, (what.get(source.step) ?? new Set()).add(source.field))
    return [...what].map(([from, names]) => ({ from, to, what: [...names] }))
  })
}

/** The fields of the form that a step takes; words of the form stand in its texts as {name}. */
export function fieldsOf<Input extends Pick<InputDefinition, 'name'>>(
  { settings, takes }: Step,
  inputs: readonly Input[],
): Input[] {
  const words = JSON.stringify(settings)
  const taken = new Set(sourcesOf(takes).flatMap((source) => ('input' in source ? [source.input] : [])))
  return inputs.filter(({ name }) => taken.has(name) || words.includes(`{${name}}`))
}

const sourcesOf = (takes: Step['takes']) => Object.values<WorkflowSource>(takes)

export function layOut(count: number, flows: readonly Flow[]): Graph {
  const rows = rowsOf(count, flows)
  const widest = Math.max(0, ...rows.map(widthOf))
  const nodes: GraphNode[] = []
  for (const [row, indexes] of rows.entries())
    for (const [place, index] of indexes.entries()) {
      const x = (widest - widthOf(indexes)) / 2 + place * (nodeWidth + gapX)
      nodes[index] = { index, row, x, y: row * (nodeHeight + gapY) }
    }
  const lanes = lanesOf(nodes, flows)
  const edges = flows.flatMap((flow): GraphEdge[] => {
    const [from, to] = [nodes[flow.from], nodes[flow.to]]
    if (!from || !to) return []
    const lane = lanes.get(flow.from) ?? 0
    const isNext = to.row === from.row + 1
    return [{ ...flow, ...(isNext ? straight(from, to) : around(from, to, widest + gapX + lane * laneWidth)) }]
  })
  const height = rows.length * (nodeHeight + gapY) - gapY
  return { nodes, edges, width: lanes.size === 0 ? widest : widest + gapX + lanes.size * laneWidth, height }
}

const widthOf = ({ length }: readonly number[]) => length * (nodeWidth + gapX) - gapX

/** In the order in which they run, each below its sources. */
function rowsOf(count: number, flows: readonly Flow[]): number[][] {
  const rowOf = new Map<number, number>()
  const rows: number[][] = []
  for (let index = 0; index < count; index += 1) {
    const above = flows.filter(({ to }) => to === index).map(({ from }) => rowOf.get(from) ?? -1)
    const row = Math.max(-1, ...above) + 1
    rowOf.set(index, row)
    ;(rows[row] ??= []).push(index)
  }
  return rows
}

/** One for each step that gives something past the next row. */
function lanesOf(nodes: readonly GraphNode[], flows: readonly Flow[]): Map<number, number> {
  const rowOf = (index: number) => nodes[index]?.row ?? 0
  const far = new Set(flows.filter(({ from, to }) => rowOf(to) > rowOf(from) + 1).map(({ from }) => from))
  return new Map([...far].map((from, lane) => [from, lane]))
}

type Drawn = Pick<GraphEdge, 'points' | 'label'>

const bottomOf = ({ x, y }: GraphNode): Point => ({ x: x + nodeWidth / 2, y: y + nodeHeight })
const topOf = ({ x, y }: GraphNode): Point => ({ x: x + nodeWidth / 2, y })

function straight(from: GraphNode, to: GraphNode): Drawn {
  const [start, end] = [bottomOf(from), topOf(to)]
  return { points: [start, end], label: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 } }
}

/** Between rows and beside them: it touches no step that it is not about. */
function around(from: GraphNode, to: GraphNode, lane: number): Drawn {
  const aside = nodeWidth / 4
  const [start, end] = [bottomOf(from), topOf(to)].map(({ x, y }) => ({ x: x + aside, y })) as [Point, Point]
  const [down, up] = [start.y + turn, end.y - turn]
  const corners = [
    { x: start.x, y: down },
    { x: lane, y: down },
    { x: lane, y: up },
    { x: end.x, y: up },
  ]
  return { points: [start, ...corners, end], label: { x: lane, y: up - nodeHeight / 2 } }
}
