export type JsonObject = { [key: string]: string }

export interface RestErrorFields {
  status: number
  code: string
  message: string
  details: string | JsonObject[] | null
  hint: string | null
  headers: Record<string, string>
  /** Reason phrase, when the database chose one (`raise sqlstate 'PGRST'`). */
  statusText?: string
}

/** An expected refusal with all that PostgREST's error body and headers need. Made by the factories in errors.ts. */
export class RestError extends Error {
  readonly fields: RestErrorFields

  constructor(fields: RestErrorFields) {
    super(fields.message)
    this.name = 'RestError'
    this.fields = fields
  }
}
