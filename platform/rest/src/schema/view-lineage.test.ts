import { expect, test } from 'vitest'

import { readOrigins } from './view-lineage.ts'

const entry = (number: number, name: string, origin: readonly [number, number], rest = '') =>
  `{TARGETENTRY :expr {VAR :varno 1${rest}} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${origin[0]} :resorigcol ${origin[1]} :resjunk false}`

test('the outermost targets alone count', () => {
  const inner = `{QUERY :rtable <> :targetList (${entry(1, 'deep', [99, 9])}) :limit <>}`
  const rule = `({QUERY :rtable ({RTE :subquery ${inner}}) :targetList (${entry(1, 'id', [16, 1])} ${entry(2, 'sum', [0, 0])} ${entry(3, 'odd\\ \\{name\\}', [17, 4], ` :sub ${inner}`)}) :override 0})`
  expect([...readOrigins(rule)]).toEqual([
    [1, { tableId: 16, attribute: 1 }],
    [3, { tableId: 17, attribute: 4 }],
  ])
})

test('what is no rule has no origins', () => {
  expect([...readOrigins('<>')]).toEqual([])
})
