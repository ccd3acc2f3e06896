import type { Result } from '../execute/batch.ts'
import type { Representation } from '../response/representation.ts'
import { explain } from '../sql/output.ts'
import type { Statement } from '../sql/parameters.ts'

/** A statement whose plan is asked for with `Accept: application/vnd.pgrst.plan`. */
export function explainPlan(statement: Statement, { plan }: Representation): Statement {
  return explain(statement, [
    `FORMAT ${(plan?.format ?? 'text').toUpperCase()}`,
    ...(plan?.options ?? []).map((one) => one.toUpperCase()),
  ])
}

/** The plan as the body; of the headers only those that say what it is. */
export function planResponse(results: readonly Result[], headers: [string, string][]): Response {
  const body = (results[0]?.rows ?? []).map(([line]) => line ?? '').join('\n')
  const kept = headers.filter(([name]) => name === 'Content-Type' || name === 'Content-Profile')
  return new Response(body, { status: 200, headers: kept })
}
