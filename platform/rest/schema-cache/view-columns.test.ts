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
