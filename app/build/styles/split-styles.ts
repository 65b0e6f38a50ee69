/**
 * A stylesheet in two files: what the first page is drawn with, and the rest, which comes with the first part that is no
 * part of it. Of two rules of one layer the later counts, and the rest comes last: so each layer is cut into smaller ones,
 * in the order of the sheet, wherever a rule of the rest stands before one of the first page that it may meet.
 */
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss'

import { familyOf } from './overlap.ts'

export interface Sheets {
  readonly first: string
  readonly rest: string
}

interface Piece {
  readonly rule: Rule
  /** What it stands in, from the layer inwards. */
  readonly within: readonly AtRule[]
  readonly isFirst: boolean
  readonly isImportant: boolean
}

interface Bucket {
  readonly first: Piece[]
  readonly rest: Piece[]
}

/** Rules that name classes; what styles elements themselves is the first page's. */
const cut = new Set(['components', 'utilities'])
/** The same colours once more, for whoever reads `lab()`: what differs is beyond what most screens show. */
const saidTwice = '(color:lab(0% 0 0))'

/** @param isNamed whether the first page names a class */
export function splitStyles(css: string, isNamed: (name: string) => boolean): Sheets {
  const root = postcss.parse(css)
  const rest = postcss.root()
  root.walkAtRules('supports', (rule) => {
    if (rule.params === saidTwice) rule.remove()
  })
  for (const node of root.nodes) {
    if (node.type === 'atrule' && node.name === 'layer' && cut.has(node.params)) rest.append(splitLayer(node, isNamed))
  }
  return { first: root.toString(), rest: rest.toString() }
}

/** Leaves in the layer what is the first page's; answers the same layer with the others. */
function splitLayer(layer: AtRule, isNamed: (name: string) => boolean): AtRule {
  const pieces = piecesOf(layer, [], isNamed)
  // Between layers, of what is important the earlier counts: all of it stays together, after every smaller layer.
  const important = pieces.filter(({ isImportant }) => isImportant)
  const buckets = cutAt(pieces.filter(({ isImportant }) => !isImportant))
  const rest = layer.clone({ nodes: [] })
  layer.removeAll()
  const names = buckets.map((_, index) => nameOf(index))
  if (names.length > 0) layer.append(postcss.atRule({ name: 'layer', params: names.join() }))
  for (const [index, bucket] of buckets.entries()) {
    put(layer, names[index] ?? '', bucket.first)
    put(rest, names[index] ?? '', bucket.rest)
  }
  write(layer, important)
  return rest
}

function piecesOf(parent: Container, within: readonly AtRule[], isNamed: (name: string) => boolean): Piece[] {
  const nodes: readonly ChildNode[] = parent.nodes ?? []
  return nodes.flatMap((node): Piece[] => {
    if (node.type === 'atrule' && node.nodes) return piecesOf(node, [...within, node], isNamed)
    if (node.type !== 'rule') return []
    const important = node.nodes.filter((one) => one.type === 'decl' && one.important)
    const isMixed = important.length > 0 && important.length < node.nodes.length
    if (isMixed || node.nodes.some(({ type }) => type === 'rule' || type === 'atrule')) {
      throw new Error(`${node.selector} is important in part, or holds others: where it counts cannot be kept`)
    }
    const isImportant = important.length > 0
    const isFirst = isImportant || node.selectors.some((selector) => isOfFirstPage(selector, isNamed))
    return [{ rule: node, within, isFirst, isImportant }]
  })
}

const exception = /:not\((?:[^()]|\([^()]*\))*\)/gu
const className = /\.((?:\\[\da-f]{1,6} ?|\\.|[\w-])+)/giu

/** As long as it names only classes of the first page, or none. */
function isOfFirstPage(selector: string, isNamed: (name: string) => boolean): boolean {
  const [first] = [...selector.replaceAll(exception, '').matchAll(className)].map(([, name = '']) => plain(name))
  return first === undefined || isNamed(first)
}

function plain(name: string): string {
  return name
    .replaceAll(/\\([\da-f]{1,6}) ?/giu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/\\(.)/gu, '$1')
}

/** As few as keep the order of all that may meet. */
function cutAt(pieces: readonly Piece[]): Bucket[] {
  const buckets: Bucket[] = []
  let said = new Set<string>()
  for (const piece of pieces) {
    const families = familiesOf(piece.rule)
    if (buckets.length === 0 || (piece.isFirst && families.some((family) => said.has(family)))) {
      buckets.push({ first: [], rest: [] })
      said = new Set()
    }
    buckets.at(-1)?.[piece.isFirst ? 'first' : 'rest'].push(piece)
    if (!piece.isFirst) for (const family of families) said.add(family)
  }
  return buckets
}

function familiesOf(rule: Rule): string[] {
  return rule.nodes.flatMap((node) => (node.type === 'decl' ? [familyOf(node.prop)] : []))
}

/** a, b … z, aa, ab … */
function nameOf(index: number): string {
  const letter = String.fromCodePoint(97 + (index % 26))
  return index < 26 ? letter : nameOf(Math.floor(index / 26) - 1) + letter
}

function put(layer: AtRule, name: string, pieces: readonly Piece[]): void {
  if (pieces.length === 0) return
  const own = postcss.atRule({ name: 'layer', params: name, nodes: [] })
  write(own, pieces)
  layer.append(own)
}

/** Neighbours within the same condition stand in one. */
function write(target: AtRule, pieces: readonly Piece[]): void {
  let open: { of: readonly AtRule[]; in: Container } = { of: [], in: target }
  for (const { rule, within } of pieces) {
    if (within.length !== open.of.length || within.some((one, depth) => one !== open.of[depth])) {
      let place: Container = target
      for (const one of within) {
        const copy = one.clone({ nodes: [] })
        place.append(copy)
        place = copy
      }
      open = { of: within, in: place }
    }
    open.in.append(rule.clone())
  }
}
