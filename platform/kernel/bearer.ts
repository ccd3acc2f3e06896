/**
 * The token of an Authorization header (RFC 6750 2.1), or null when there is none. Whatever follows the scheme is the
 * token: a malformed one must be refused by whoever verifies it, and never pass as no token at all.
 */
export function bearerToken(authorization: string | null | undefined): string | null {
  if (!authorization || !/^bearer\s/i.test(authorization)) return null
  const token = authorization.slice('bearer '.length).trim()
  return token === '' ? null : token
}
