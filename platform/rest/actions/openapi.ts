import { mediaTypeUnavailable } from '../errors.ts'
import type { Action, RestRequest } from './action.ts'

export function openapiAction(_request: RestRequest, _publicUrl: string): Action {
  throw mediaTypeUnavailable(['application/openapi+json'])
}
