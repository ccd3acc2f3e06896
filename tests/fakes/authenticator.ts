import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export interface Authenticator {
  /** navigator.credentials.create(), for the options of a server. */
  create(options: { challenge: string; user: { id: string } }): ReturnType<typeof registration>
  /** navigator.credentials.get() */
  get(options: { challenge: string }): ReturnType<typeof assertion>
}

/** A security key in software (WebAuthn Level 3, 6.1 and 6.5): one P-256 credential, attestation "none". */
export function softwareAuthenticator({ rpId, origin }: { rpId: string; origin: string }): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(24)
  let handle = ''
  let uses = 0
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  const head = (flags: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter])
  }
  return {
    create({ challenge, user }) {
      handle = user.id
      // COSE (RFC 9053): key type EC2, algorithm ES256, curve P-256, x, y.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = Buffer.concat([head(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL), credential])
      return registration(id, clientData('webauthn.create', challenge), attestation(data))
    },
    get({ challenge }) {
      uses++
      const data = head(USER_PRESENT | USER_VERIFIED)
      const client = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return assertion({ id, client, data, signature: sign('sha256', signed, privateKey), handle })
    },
  }
}

/** CBOR (RFC 8949): { fmt: "none", attStmt: {}, authData: bytes } */
function attestation(data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])
}

function registration(id: Buffer, client: Buffer, attestationObject: Buffer) {
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    response: {
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    },
    clientExtensionResults: {},
  }
}

function assertion({
  id,
  client,
  data,
  signature,
  handle,
}: {
  id: Buffer
  client: Buffer
  data: Buffer
  signature: Buffer
  handle: string
}) {
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: handle,
    },
    clientExtensionResults: {},
  }
}
