import * as z from 'zod'

const hex = z.string().regex(/^(?:[0-9a-f]{2}){1,64}$/)

/** Challenge that altcha-lib has created and signed (sign-up-check.server.ts). */
export const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    cost: z.int().meta({ description: 'Iterations per key derivation' }),
    keyLength: z.int().meta({ description: 'Length in bytes' }),
    keyPrefix: hex.meta({ description: 'Prefix of the derived key' }),
    keySignature: hex,
    expiresAt: z.int().meta({ description: 'Seconds since 1970' }),
  }),
  signature: hex,
})

export const proofSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({
    counter: z.int().min(0).meta({
      description: 'Appended to the nonce as four bytes; together they’re the password of the key derivation',
    }),
    derivedKey: hex,
  }),
})

export type Challenge = z.infer<typeof challengeSchema>
export type Proof = z.infer<typeof proofSchema>
