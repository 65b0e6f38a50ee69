/** A view's rewrite rule (pg_node_tree) → which base column each of its columns shows. */

export interface Origin {
  readonly tableId: number
  readonly attribute: number
}

const targetEntry =
  /^\{TARGETENTRY[\s\S]*:resno (\d+) :resname (?:\\.|[^\s\\])+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)\}$/

/** @returns origins by the view's own attribute number; computed columns have none */
export function readOrigins(rule: string): Map<number, Origin> {
  const origins = new Map<number, Origin>()
  for (const entry of topTargets(rule)) {
    const found = targetEntry.exec(entry)
    if (found === null || found[2] === '0' || found[4] === 'true') continue
    origins.set(Number(found[1]), { tableId: Number(found[2]), attribute: Number(found[3]) })
  }
  return origins
}

/** The target entries of the outermost query; those of subqueries lie deeper in braces. */
function topTargets(rule: string): string[] {
  const list = ':targetList ('
  let depth = 0
  for (let at = 0; at < rule.length; at += 1) {
    const character = rule[at]
    if (character === '\\') at += 1
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    else if (depth === 1 && character === ':' && rule.startsWith(list, at)) return bracedItems(rule, at + list.length)
  }
  return []
}

function bracedItems(rule: string, from: number): string[] {
  const items: string[] = []
  let depth = 0
  let start = from
  for (let at = from; at < rule.length; at += 1) {
    const character = rule[at]
    if (character === '\\') at += 1
    else if (character === '{' && depth++ === 0) start = at
    else if (character === '}' && --depth === 0) items.push(rule.slice(start, at + 1))
    else if (character === ')' && depth === 0) break
  }
  return items
}
