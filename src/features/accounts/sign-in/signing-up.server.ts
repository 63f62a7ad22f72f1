import type { Hashing } from './hashing.server.ts'

/** Sign-ups that were answered and are still being done, on this node: until the database holds their names we do. */
export class SigningUp {
  private readonly hashing: Hashing
  private readonly names = new Set<string>()

  constructor(hashing: Hashing) {
    this.hashing = hashing
  }

  /** To be asked after the database, so that nobody is made between the two. */
  obstacle(username: string | undefined): 'taken' | undefined {
    return username !== undefined && this.names.has(username.toLowerCase()) ? 'taken' : undefined
  }

  /** Whether `run`, called now, would take the sign-up on. */
  hasRoom(): boolean {
    return this.hashing.hasRoom()
  }

  /** Makes the account when a password can be hashed. Throws `Overloaded` at once when too many wait for that. */
  async run(username: string | undefined, make: () => Promise<Response>): Promise<Response> {
    const name = username?.toLowerCase()
    if (name) this.names.add(name)
    try {
      return await this.hashing.claim(() => twice(make))
    } finally {
      if (name) this.names.delete(name)
    }
  }
}

/**
 * Of two who sign up with one address at the same moment the second is refused by the database. Tried again, it finds
 * the account of the first, so that neither password counts, as when it had come later.
 */
async function twice(make: () => Promise<Response>): Promise<Response> {
  const answer = await make()
  return answer.status === 422 ? make() : answer
}
