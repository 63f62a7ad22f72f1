import * as z from 'zod'

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/)
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }

export const ticketSchema = z.string().min(1).max(1000)

/** A new passkey, in the format of the browser's toJSON(). */
export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(24_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

export const passkeyAnswerSchema = z.object({
  ticket: ticketSchema,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8000),
      authenticatorData: base64url(8000),
      signature: base64url(8000),
      userHandle: base64url(200).nullish(),
    }),
  }),
})

export type NewPasskey = z.infer<typeof newPasskeySchema>
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>
