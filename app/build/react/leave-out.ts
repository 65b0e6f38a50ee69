/**
 * What a library brings for those who use all of it, taken out of its code before it is made small: a variable becomes
 * the value that it always has here, a call the answer that it always gives, a case that never comes goes. What nobody
 * reaches any longer, the bundler drops.
 */
import { parseSync } from 'vite'

import { declarations, isFunction, nameOf, namesWithin, type Node, partsOf, valueOf } from './syntax.ts'

export interface LeftOut {
  /** Variables, as the value that they always have. */
  variables: Readonly<Record<string, string>>
  /** Functions, as what each call of them comes to. */
  calls: Readonly<Record<string, string>>
  /** Properties, as what each reading of them comes to. */
  properties: Readonly<Record<string, string>>
  /** Numbers that what bears this name never is, in comparisons and in `switch`. */
  kinds: { of: string; never: readonly number[] }
  /** Cases of `switch`, by the name of a constant. */
  cases: readonly string[]
  /** Statements of the file itself, by how they begin. */
  statements: readonly string[]
  /** What of an object's methods stays, where it is assigned to this name. */
  methods: { of: string; keep: readonly string[] }
}

interface Work {
  code: string
  left: LeftOut
  edits: { start: number; end: number; text: string }[]
  /** What was found of it. */
  found: Set<string>
}

type Names = ReadonlySet<string>

/** Where one is in the file. */
interface Place {
  /** What the functions around name for themselves. */
  local: Names
  /** Of the innermost one. */
  body: Node
}

/** The code without it. What is named and not found is no mistake to pass over: the library is another by now. */
export function leaveOut(code: string, left: LeftOut): string {
  const work: Work = { code, left, edits: [], found: new Set() }
  for (const statement of partsOf(parseSync('library.js', code).program)) {
    const start = left.statements.find((one) => code.startsWith(one, statement.start))
    if (start === undefined) walk(work, statement, { local: new Set(), body: statement })
    else put(work, statement, '', start)
  }
  const missing = namesOf(left).filter((name) => !work.found.has(name))
  if (missing.length > 0) throw new Error(`leave-out.ts: the library has no ${missing.join(', ')}`)
  return applied(work)
}

function walk(work: Work, node: Node, place: Place): void {
  if (replace(work, node, place.local)) return
  const inner = isFunction(node) ? within(node, place) : place
  const gone = node.type === 'SwitchStatement' ? dropCases(work, node, place.body) : []
  for (const part of partsOf(node)) if (!gone.includes(part)) walk(work, part, inner)
}

const within = (node: Node, { local }: Place): Place => ({
  local: new Set([...local, ...namesWithin(node)]),
  body: node['body'] as Node,
})

/** Whether the node itself was replaced: then nothing within it counts. */
function replace(work: Work, node: Node, local: Names): boolean {
  const { variables, calls, properties, kinds } = work.left
  switch (node.type) {
    case 'Identifier':
      return replaceBy(work, node, local.has(nameOf(node)) ? {} : variables, nameOf(node))
    case 'CallExpression':
      return replaceBy(work, node, calls, calledBy(node))
    case 'MemberExpression':
      return replaceBy(work, node, properties, nameOf(node))
    case 'AssignmentExpression':
      return replaceAssignment(work, node, local)
    case 'BinaryExpression': {
      const [one, other] = [node['left'] as Node, node['right'] as Node]
      const never = [[one, other] as const, [other, one] as const].some(
        ([side, opposite]) => nameOf(side) === kinds.of && isNever(work, opposite),
      )
      const answer = { '===': '!1', '!==': '!0' }[String(node['operator'])]
      if (!never || answer === undefined) return false
      return put(work, node, answer, kinds.of)
    }
    default:
      return false
  }
}

function replaceBy(work: Work, node: Node, values: Readonly<Record<string, string>>, name: string): boolean {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return value !== undefined && put(work, node, value, name)
}

const calledBy = ({ callee }: Node) => ((callee as Node).type === 'Identifier' ? nameOf(callee as Node) : '')

function replaceAssignment(work: Work, node: Node, local: Names): boolean {
  const [target, value] = [node['left'] as Node, node['right'] as Node]
  const { methods, variables } = work.left
  const name = work.code.slice(target.start, target.end)
  if (name === methods.of && value.type === 'ObjectExpression') {
    for (const method of partsOf(value)) {
      const key = nameOf(method['key'] as Node)
      if (!methods.keep.includes(key)) put(work, method, `${key}: void 0`, name)
    }
    return true
  }
  return replaceBy(work, node, local.has(name) ? {} : variables, name)
}

/** The cases that went. Their variables stay: those of a function are everywhere in it. */
function dropCases(work: Work, node: Node, { start: body }: Node): readonly Node[] {
  const byKind = nameOf(node['discriminant'] as Node) === work.left.kinds.of
  const gone: Node[] = []
  let isReached = false
  for (const one of node['cases'] as Node[]) {
    const test = one['test'] as Node | null
    const statements = one['consequent'] as Node[]
    const name = byKind && isNever(work, test) ? work.left.kinds.of : test && nameOf(test)
    const goes = name !== null && (name === work.left.kinds.of || work.left.cases.includes(name))
    // Whoever falls into it from a case that stays needs what it does.
    if (goes && (statements.length === 0 || !isReached)) {
      put(work, one, '', name)
      gone.push(one)
    } else isReached = !statements.some((statement) => leaves(statement))
  }
  const names = gone.flatMap(declarations)
  if (names.length > 0) work.edits.push({ start: body + 1, end: body + 1, text: `var ${names.join(', ')};` })
  return gone
}

const isNever = (work: Work, node: Node | null) => work.left.kinds.never.includes(Number(valueOf(node)))

/** Whether nothing comes after this statement. */
function leaves({ type, ...node }: Node): boolean {
  if (type === 'BlockStatement') return (node['body'] as Node[]).some((statement) => leaves(statement))
  if (type === 'IfStatement') {
    const otherwise = node['alternate'] as Node | null
    return otherwise !== null && leaves(node['consequent'] as Node) && leaves(otherwise)
  }
  return ['BreakStatement', 'ContinueStatement', 'ReturnStatement', 'ThrowStatement'].includes(type)
}

function put(work: Work, { start, end }: Node, text: string, name: string): true {
  work.edits.push({ start, end, text })
  work.found.add(name)
  return true
}

function namesOf({ variables, calls, properties, kinds, cases, statements, methods }: LeftOut): string[] {
  const values = [variables, calls, properties].flatMap((one) => Object.keys(one))
  return [...values, kinds.of, ...cases, ...statements, methods.of]
}

function applied({ code, edits }: Work): string {
  let [text, until] = ['', 0]
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    text += code.slice(until, edit.start) + edit.text
    until = Math.max(until, edit.end)
  }
  return text + code.slice(until)
}
