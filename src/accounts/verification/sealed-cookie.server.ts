import type * as z from 'zod'
import type { Config } from '../../platform/config/config.server.ts'
import { cookieValue, hostCookieName, setCookie } from '../session/session-cookie.server.ts'
import { sealTimed, unsealTimed } from './secrets.server.ts'

type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'AUTH_SECRET'>

/**
 * Encrypted, so that a link can't sign a person in to another account. Lax, because providers redirect here and mails
 * link here.
 */
export class SealedCookie<Content extends { until: number }> {
  private readonly name: string
  private readonly schema: z.ZodType<Content>
  private readonly seconds: number

  constructor(name: string, schema: z.ZodType<Content>, seconds: number) {
    this.name = name
    this.schema = schema
    this.seconds = seconds
  }

  /** Returns a Set-Cookie header. */
  set(config: CookieConfig, content: Omit<Content, 'until'>): string {
    const sealed = sealTimed(config, this.label, content, this.seconds)
    return setCookie(config, hostCookieName(config, this.name), sealed, this.seconds)
  }

  read(config: CookieConfig, headers: Headers): Content | undefined {
    const sealed = cookieValue(headers.get('cookie'), hostCookieName(config, this.name))
    return sealed ? unsealTimed(config, this.label, this.schema, sealed) : undefined
  }

  /** Returns a Set-Cookie header that deletes the cookie. */
  end(config: CookieConfig): string {
    return setCookie(config, hostCookieName(config, this.name), '', 0)
  }

  private get label(): string {
    return `threshold.${this.name}`
  }
}
