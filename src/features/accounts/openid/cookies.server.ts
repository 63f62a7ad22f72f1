import * as z from 'zod'
import type { Config } from '../../../platform/config.server.ts'
import { cookieValue, isSecure } from '../session/session-cookie.server.ts'
import { authSecret, seal, unseal } from '../verification/secrets.server.ts'

type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'AUTH_SECRET'>

const until = z.number()

/** Who went to a provider from this browser, and what for. */
const attemptSchema = z.object({
  until,
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  /** A path of this site to go on to. */
  redirect: z.string(),
  /** The member who connects the account that they have there; else somebody signs in. */
  member_id: z.string().optional(),
})
export type Attempt = z.infer<typeof attemptSchema>

/** Who came back, and has no account here yet. */
const newcomerSchema = z.object({
  until,
  provider: z.string(),
  /** The provider's name for the account there. */
  subject: z.string(),
  email: z.string(),
  /** What they might be called. */
  username: z.string(),
  redirect: z.string(),
})
export type Newcomer = z.infer<typeof newcomerSchema>

/**
 * What a browser keeps for us between two requests, so that nobody is signed in by a link that somebody else has made: sealed, so that
 * it is neither read nor written elsewhere, and good for a while. `Lax`, since the provider's page is what leads back.
 */
class SealedCookie<Content extends { until: number }> {
  private readonly name: string
  private readonly schema: z.ZodType<Content>
  private readonly seconds: number

  constructor(name: string, schema: z.ZodType<Content>, seconds: number) {
    this.name = name
    this.schema = schema
    this.seconds = seconds
  }

  /** A Set-Cookie header. */
  set(config: CookieConfig, content: Omit<Content, 'until'>): string {
    const text = JSON.stringify({ ...content, until: Date.now() + this.seconds * 1000 })
    return this.header(config, seal(authSecret(config), `${this.name}:${text}`), this.seconds)
  }

  /** What a request brings back; undefined when that is none of ours, or too old. */
  read(config: CookieConfig, headers: Headers): Content | undefined {
    const sealed = cookieValue(headers.get('cookie'), this.fullName(config))
    if (!sealed) return undefined
    try {
      const text = unseal(authSecret(config), sealed)
      if (!text.startsWith(`${this.name}:`)) return undefined
      const content = this.schema.parse(JSON.parse(text.slice(this.name.length + 1)))
      return content.until > Date.now() ? content : undefined
    } catch {
      return undefined
    }
  }

  /** A Set-Cookie header that takes it away. */
  end(config: CookieConfig): string {
    return this.header(config, '', 0)
  }

  private fullName({ PUBLIC_URL }: CookieConfig): string {
    return `${isSecure(PUBLIC_URL) ? '__Host-' : ''}${this.name}`
  }

  private header(config: CookieConfig, value: string, seconds: number): string {
    const secure = isSecure(config.PUBLIC_URL) ? '; Secure' : ''
    return `${this.fullName(config)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
  }
}

/** Seconds for signing in over there, with a password manager and a second factor. */
const ATTEMPT_SECONDS = 900
/** Seconds for choosing a username. */
const NEWCOMER_SECONDS = 1800

export const attemptCookie = new SealedCookie('threshold.openid', attemptSchema, ATTEMPT_SECONDS)
export const newcomerCookie = new SealedCookie('threshold.openid_newcomer', newcomerSchema, NEWCOMER_SECONDS)
