export type Parameter = string | Buffer | null

/** Collects a statement's values; the text gets their numbers. Values never become text. */
export class Parameters {
  readonly values: Parameter[] = []

  add(value: Parameter): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** What is sent to Postgres for one step of a request. */
export interface Statement {
  text: string
  values: readonly Parameter[]
  /** Its rows are wanted as one JSON array. */
  asJson?: true
}
