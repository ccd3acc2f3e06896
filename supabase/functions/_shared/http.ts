import { z } from 'zod'
import type { FunctionContext, FunctionHandler } from './context.ts'

/** An expected refusal. Its message tells the caller what to do; `fields` says it beside each field of a form. */
export class Refusal extends Error {
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    message: string,
    more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export interface PostFunction<Input extends z.ZodType> {
  /** What the body must be; anything else is a 400 that names the fields. */
  input: Input
  /** Longer bodies are refused before they are read to their end. */
  maxBytes: number
  /** A call without a body is one with {}. */
  mayBeEmpty?: boolean
  /** Does the work. A returned object becomes `{ success: true, ... }`; nothing returned becomes 204. */
  run(input: z.output<Input>, ctx: FunctionContext, request: Request): Promise<object | undefined | Response>
}

/**
 * A function that is called by POST with JSON, whatever its content type says: beacons cannot choose theirs. Refusals
 * are `{ success: false, error, fields? }` with a fitting status.
 */
export function postFunction<Input extends z.ZodType>(options: PostFunction<Input>): FunctionHandler {
  const { run } = options
  return {
    async fetch(request, ctx) {
      if (request.method !== 'POST')
        return refused(new Refusal(405, 'Call this function with POST.'), { allow: 'POST' })
      return answer(async () => run(await readInput(request, options), ctx, request))
    },
  }
}

/** What the work returns as a response; a Refusal is `{ success: false, error, fields? }` with its status. */
export async function answer(work: () => Promise<object | undefined | Response>): Promise<Response> {
  try {
    const done = await work()
    if (done instanceof Response) return done
    return done ? json({ success: true, ...done }) : new Response(null, { status: 204, headers: NOT_KEPT })
  } catch (error) {
    if (error instanceof Refusal) return refused(error)
    throw error
  }
}

/** Lets only the server itself go on: the schedule and other functions call with the secret key. */
export function requireService(ctx: FunctionContext): void {
  if (ctx.caller?.role !== 'service_role') throw new Refusal(403, 'This function is run by the server only.')
}

/** A single line of a form: trimmed, without control characters (Postgres refuses some of them). */
export const line = (maxLength: number) => text(maxLength).transform((value) => value.replaceAll(/\s+/g, ' '))

/** Text of several lines: trimmed, line breaks as \n, without other control characters. */
export const text = (maxLength: number) =>
  z
    .string('Please fill in this field.')
    // Twice the length, so that no work is done on what is refused anyway.
    .max(maxLength * 2, `Please use at most ${maxLength} characters.`)
    .transform((value) =>
      value
        .toWellFormed()
        .replaceAll(/\r\n?/g, '\n')
        .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
        .trim(),
    )
    .pipe(z.string().max(maxLength, `Please use at most ${maxLength} characters.`))

const NOT_KEPT = { 'cache-control': 'no-store' }

export function json(body: object, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return Response.json(body, { status: init.status ?? 200, headers: { ...NOT_KEPT, ...init.headers } })
}

function refused(
  { status, message, fields, retryAfterSeconds }: Refusal,
  headers: Record<string, string> = {},
): Response {
  const wait: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return json(
    { success: false, error: message, ...(fields ? { fields } : {}) },
    { status, headers: { ...headers, ...wait } },
  )
}

async function readInput<Input extends z.ZodType>(
  request: Request,
  { input, maxBytes, mayBeEmpty = false }: PostFunction<Input>,
): Promise<z.output<Input>> {
  const text = await readText(request, maxBytes)
  const result = input.safeParse(mayBeEmpty && text.trim() === '' ? {} : parseJson(text))
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.join('.')] ??= message
  const [name, first] = Object.entries(fields)[0] ?? ['', 'The request is not understood.']
  throw new Refusal(400, name ? `${name}: ${first}` : first, { fields })
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Refusal(413, `The request may have at most ${maxBytes} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The body must be JSON.')
  }
}
