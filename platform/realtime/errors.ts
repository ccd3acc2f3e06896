/** Why a join was refused; `reason` is what the client shows: "<Code>: <what to do>". */
export class JoinError extends Error {
  override name = 'JoinError'
  /** The socket is closed after the refusal has been sent. */
  readonly disconnect: boolean

  constructor(code: string, message: string, { disconnect = false } = {}) {
    super(`${code}: ${message}`)
    this.disconnect = disconnect
  }
}

/** A token that may not be used (any more); `code` for a join, the message alone for a running channel. */
export class TokenError extends Error {
  override name = 'TokenError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const tokenExpired = (secondsAgo: number) =>
  new TokenError('InvalidJWTToken', `Token has expired ${Math.max(0, Math.round(secondsAgo))} seconds ago`)

export const tokenLacksClaims = () => new TokenError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')

export const tokenRoleUnknown = (role: string) =>
  new TokenError('InvalidJWTToken', `The role ${JSON.stringify(role)} may not use this API`)

export const tokenMalformed = () => new TokenError('MalformedJWT', 'The token provided is not a valid JWT')

export const tokenForged = () => new TokenError('JwtSignatureError', 'Failed to validate JWT signature')

export const topicRequired = () => new JoinError('TopicNameRequired', 'You must provide a topic name')

export const notAllowedToRead = (topic: string) =>
  new JoinError('Unauthorized', `You do not have permissions to read from this Channel topic: ${topic}`)

export const tooManyChannels = () => new JoinError('ChannelRateLimitReached', 'Too many channels')

export const tooMuchMemory = () =>
  new JoinError(
    'ChannelRateLimitReached',
    'Too much is kept for this client: use shorter topics, filters and presences',
  )

export const tooManyJoins = () =>
  new JoinError('ClientJoinRateLimitReached', 'Too many joins per second', { disconnect: true })

export const replayOnPublicChannel = () =>
  new JoinError('UnableToReplayMessages', 'Replay is not allowed for public channels')

export const replayNotValid = () => new JoinError('UnableToReplayMessages', 'Replay params are not valid')

export const databaseAway = () =>
  new JoinError('UnableToConnectToProject', 'Realtime was unable to connect to the project database')

export const changesNotAvailable = (message: string) => new JoinError('RealtimeDisabledForConfiguration', message)

export const changesTooSlow = (timeoutMs: number) =>
  new JoinError(
    'PostgresChangesSubscribeTimeout',
    `Timed out after ${timeoutMs}ms waiting for the postgres_changes subscription`,
  )

/** A subscription that can never work as it was asked for; its text goes to the client as it is. */
export class SubscriptionError extends Error {
  override name = 'SubscriptionError'
}
