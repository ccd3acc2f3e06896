import { z } from 'zod'

/** The response of navigator.credentials.create(), as JSON (WebAuthn 3, 5.1). */
export const registrationSchema = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).optional(),
  }),
  clientExtensionResults: z.looseObject({}).default({}),
})

/** The response of navigator.credentials.get(), as JSON (WebAuthn 3, 5.1). */
export const assertionSchema = z.looseObject({
  id: z.string().max(2048),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z
      .string()
      .nullish()
      .transform((value) => value ?? undefined),
  }),
  clientExtensionResults: z.looseObject({}).default({}),
})
