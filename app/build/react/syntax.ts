/** What a parsed file is made of, as far as `leave-out.ts` asks. */
export interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** What names something and is no reading of it. */
const names: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  AssignmentExpression: ['left'],
  UpdateExpression: ['argument'],
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  CatchClause: ['param'],
}
/** The same, unless it stands in brackets. */
const keys: Readonly<Record<string, string>> = { MemberExpression: 'property', Property: 'key' }

/** What is read within a node, in its order; of what is assigned to, what is read to find it. */
export function partsOf(node: object): Node[] {
  const { type = '', computed } = node as Partial<Node>
  const apart = new Set([...(names[type] ?? []), ...(computed === true ? [] : [keys[type] ?? ''])])
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    const found = (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one) => isNode(one))
    if (!apart.has(key)) return found
    return type === 'AssignmentExpression' ? found.filter((one) => one.type !== 'Identifier').flatMap(partsOf) : []
  })
}

export const isFunction = ({ type }: Node) => type.includes('Function')

/** A variable's name, or that of the property at the end of a path. */
export function nameOf(node: Node): string {
  if (node.type === 'Identifier') return String(node['name'])
  return node.type === 'MemberExpression' && node['computed'] === false ? nameOf(node['property'] as Node) : ''
}

export const valueOf = (node: Node | null) => (node?.type === 'Literal' ? node['value'] : undefined)

/** What a function names for itself: its parameters, variables and functions, not those of functions within. */
export function namesWithin(node: Node): string[] {
  return [...(node['params'] as Node[]).flatMap(declared), ...declarations(node['body'] as Node)]
}

/** What is declared in it for the whole function. */
export function declarations(node: Node): string[] {
  if (node.type === 'FunctionDeclaration') return declared(node['id'] as Node)
  if (isFunction(node)) return []
  const own = node.type === 'VariableDeclarator' ? declared(node['id'] as Node) : []
  const caught = node.type === 'CatchClause' && isNode(node['param']) ? declared(node['param']) : []
  return [...own, ...caught, ...partsOf(node).flatMap(declarations)]
}

/** The names in a pattern. */
function declared(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [nameOf(pattern)]
  if (pattern.type === 'AssignmentPattern') return declared(pattern['left'] as Node)
  return partsOf(pattern).flatMap(declared)
}
