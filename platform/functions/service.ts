import { bearerToken } from '../kernel/bearer.ts'
import { announcedLength, BodyTooLargeError, limitBody } from '../kernel/body.ts'
import { type Caller, callerOf } from '../kernel/caller.ts'
import type { Call, Service, ServiceContext } from '../kernel/service.ts'
import { outageOf } from '../kernel/unavailable.ts'
import { type ContextOptions, createContextFactory } from './create-context.ts'
import {
  bodyTooLarge,
  bootFailed,
  databaseAway,
  idleTooLong,
  invalidToken,
  missingToken,
  unknownFunction,
  workerFailed,
} from './errors.ts'
import { createFunctionFinder } from './find-function.ts'
import { functionVariables } from './function-variables.ts'
import type { FunctionHandler } from './handler.ts'
import { createIdleTimer, watchResponse } from './limits.ts'

export interface FunctionsOptions extends ContextOptions {
  /** Folder of `<name>/index.ts`, or null for none. */
  folder: string | null
  /** Load functions as Supabase's runtime does, instead of as modules of this process. */
  deno?: boolean | undefined
  /** A call that neither answers nor sends for this long is ended. Hosted Supabase's limit is 150 s. */
  idleLimitMs?: number
  /** Larger request bodies are refused: nothing that is called over HTTP here needs more than an upload's worth. */
  bodyLimitBytes?: number
}

/** `/functions/v1/<name>`: runs the handlers of a folder in this process. */
export async function createFunctionsService(context: ServiceContext, options: FunctionsOptions): Promise<Service> {
  const { folder, idleLimitMs = 150_000, bodyLimitBytes = 50 * 1024 * 1024 } = options
  const findFunction = createFunctionFinder({
    folder,
    settings: context.config.functions,
    deno: options.deno
      ? {
          variables: functionVariables(context, options),
          onError: (error) => context.log.error({ err: error }, 'work of a function after its response failed'),
        }
      : null,
  })
  const contexts = createContextFactory(context, options)

  async function respond(request: Request, call: Call): Promise<Response> {
    const name = functionName(request)
    const settings = context.config.functions[name]
    const found = settings?.enabled === false ? null : await findFunction(name)
    if (!found) return unknownFunction()

    const token = bearerToken(request.headers.get('authorization'))
    const caller = token ? await readToken(context, token) : null
    if ((settings?.verify_jwt ?? true) && request.method !== 'OPTIONS') {
      if (!token) return missingToken()
      if (!caller) return invalidToken()
    }
    if ((announcedLength(request) ?? 0) > bodyLimitBytes) return bodyTooLarge(bodyLimitBytes)

    let handler: FunctionHandler
    try {
      handler = await found.load()
    } catch (error) {
      context.log.error({ err: error, function: name, requestId: call.requestId }, 'function failed to start')
      return bootFailed(call.requestId)
    }
    return run({ handler, name, request, call, caller })
  }

  /** Runs one call under the idle limit, which covers the wait for the response and every pause inside its body. */
  async function run({ handler, name, request, call, caller }: RunOptions): Promise<Response> {
    const limit = new AbortController()
    const idle = createIdleTimer(idleLimitMs, () => limit.abort(new DOMException('idle too long', 'TimeoutError')))
    const timedOut = new Promise<Response>((resolve) => {
      limit.signal.addEventListener('abort', () => {
        context.log.warn({ function: name, requestId: call.requestId, idleLimitMs }, 'function was idle for too long')
        resolve(idleTooLong({ idleLimitMs, requestId: call.requestId }))
      })
    })
    const failed = (error: unknown) => {
      if (isTooLarge(error)) return bodyTooLarge(bodyLimitBytes)
      // A caller who hangs up is no failure of the function.
      const log = request.signal.aborted ? context.log.debug : context.log.error
      log.call(context.log, { err: error, function: name, requestId: call.requestId }, 'function failed')
      return outageOf(error) === null ? workerFailed(call.requestId) : databaseAway(call.requestId)
    }
    const asked = new Request(request, {
      signal: AbortSignal.any([request.signal, limit.signal]),
      ...(request.body ? { body: limitBody(request.body, bodyLimitBytes), duplex: 'half' } : {}),
    })
    const work = Promise.resolve()
      .then(() => handler.fetch(asked, contexts.forCall(call, caller)))
      .then(
        (response: unknown) =>
          response instanceof Response ? response : failed(new TypeError(`${name} gave no Response`)),
        failed,
      )
    const response = await Promise.race([work, timedOut])
    if (!response.body || limit.signal.aborted) {
      idle.stop()
      return response
    }
    const body = watchResponse({
      body: response.body,
      signal: limit.signal,
      onChunk: idle.touch,
      onEnd(error) {
        idle.stop()
        if (error)
          context.log.error({ err: error, function: name, requestId: call.requestId }, 'function response broke off')
      },
    })
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
  }

  return {
    async fetch(request, call) {
      try {
        return await respond(request, call)
      } catch (error) {
        context.log.error({ err: error, requestId: call.requestId }, 'function call failed')
        return workerFailed(call.requestId)
      }
    },
    close: contexts.close,
  }
}

interface RunOptions {
  handler: FunctionHandler
  name: string
  request: Request
  call: Call
  caller: Caller | null
}

function functionName(request: Request): string {
  return new URL(request.url).pathname.split('/')[1] ?? ''
}

/** A role that the other families would refuse is refused here too: no function shall take its word. */
async function readToken({ tokens, pools }: ServiceContext, token: string): Promise<Caller | null> {
  const claims = await tokens.verify(token).catch(() => null)
  return claims && callerOf(claims, token, pools)
}

function isTooLarge(error: unknown): boolean {
  if (error instanceof BodyTooLargeError) return true
  return error instanceof Error && error.cause instanceof BodyTooLargeError
}
