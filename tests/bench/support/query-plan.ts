import type { Postgres } from './postgres.ts'
import type { SentStatement } from './wire-tap.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** The access paths of the last statement, run with the settings that precede it, in one sentence. */
export async function explainFeed(
  postgres: Postgres,
  database: string,
  statements: readonly SentStatement[],
): Promise<string> {
  const inlined = statements.map(({ text, values }) =>
    text.replaceAll(/\$(\d+)/g, (_, at: string) => `'${(values[Number(at) - 1] ?? '').replaceAll("'", "''")}'`),
  )
  const query = inlined.pop() ?? ''
  const script = ['begin', ...inlined, `explain (format json) ${query}`, 'rollback'].join(';\n')
  const results = await postgres.script(database, script)
  const [row] = results.at(-2) ?? []
  const plans = (row as { 'QUERY PLAN': { Plan: PlanNode }[] } | undefined)?.['QUERY PLAN'] ?? []
  return `Plan as anon: ${plans.flatMap(({ Plan }) => accessPaths(Plan)).join('; ')}`
}

function accessPaths(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(accessPaths)
  if (node['Relation Name'] === undefined) return below
  const index = node['Index Name'] === undefined ? '' : ` by ${node['Index Name']}`
  return [`${node['Node Type']} on ${node['Relation Name']}${index}`, ...below]
}
