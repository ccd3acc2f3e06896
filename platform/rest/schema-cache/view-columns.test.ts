import { expect, test } from 'vitest'
import { resolveViewColumns } from './view-columns.ts'

const entry = (number: number, table: number, column: number, expression = '{VAR :varno 1}') =>
  `{TARGETENTRY :expr ${expression} :resno ${number} :resname c${number} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`
const rule = (entries: string) =>
  `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :eref {ALIAS :aliasname odd\\{name}}) :targetList (${entries}) :override 0})`

test('columns are followed through a view of a view to their table', () => {
  const columns = resolveViewColumns([
    { oid: 10, action: rule(`${entry(1, 99, 3)} ${entry(2, 99, 1)}`) },
    { oid: 20, action: rule(entry(1, 10, 2)) },
  ])
  expect(columns.get(20)).toEqual(new Map([[1, { table: 99, column: 1 }]]))
})

test('an expression has no origin, whatever its own sub-select names', () => {
  const inner = `{SUBLINK :subselect {QUERY :targetList (${entry(1, 99, 3)})}}`
  const columns = resolveViewColumns([{ oid: 10, action: rule(`${entry(1, 0, 0, inner)} ${entry(2, 99, 2)}`) }])
  expect(columns.get(10)).toEqual(new Map([[2, { table: 99, column: 2 }]]))
})

test('views that read themselves, directly or through each other, have no origin and end the walk', () => {
  const columns = resolveViewColumns([
    { oid: 10, action: rule(`${entry(1, 10, 1)} ${entry(2, 99, 2)}`) },
    { oid: 20, action: rule(entry(1, 30, 1)) },
    { oid: 30, action: rule(entry(1, 20, 1)) },
    { oid: 40, action: rule(entry(1, 20, 1)) },
  ])
  expect(Object.fromEntries(columns)).toEqual({
    10: new Map([[2, { table: 99, column: 2 }]]),
    20: new Map(),
    30: new Map(),
    40: new Map(),
  })
})

test('a chain of views is walked once, not once for each view above', () => {
  const chain = Array.from({ length: 3000 }, (_, at) => ({
    oid: at + 1,
    action: rule(entry(1, at === 0 ? 9999 : at, 1)),
  }))
  const columns = resolveViewColumns(chain.reverse())
  expect(columns.get(3000)).toEqual(new Map([[1, { table: 9999, column: 1 }]]))
})
