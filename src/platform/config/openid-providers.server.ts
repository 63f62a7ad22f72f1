import { isLoopback } from '../http/address.server.ts'

export interface OpenIdProvider {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

const PART = /^OIDC_(ISSUER|CLIENT_ID|CLIENT_SECRET|NAME)(?:_([A-Z0-9]{1,20}))?$/
const PARTS = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'NAME'] as const
type ProviderVariable = (typeof PARTS)[number]

export function isOpenIdVariable(name: string): boolean {
  return PART.test(name)
}

/** Maximum length of the database column accounts.provider_id. */
const ISSUER_MAX = 100
const NAME_MAX = 40

/**
 * Reads a provider from `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET` and `OIDC_NAME`. Variables with
 * a suffix (`OIDC_ISSUER_WORK`) define further providers, sorted by suffix. `problems` contains no secrets.
 */
export function openIdProviders(env: Record<string, string | undefined>): {
  providers: OpenIdProvider[]
  problems: string[]
} {
  const given = new Map<string, Partial<Record<ProviderVariable, string>>>()
  for (const [variable, value] of Object.entries(env)) {
    const [, part, suffix = ''] = PART.exec(variable) ?? []
    if (part && value?.trim()) given.set(suffix, { ...given.get(suffix), [part]: value.trim() })
  }
  const read = [...given]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([suffix, parts]) => readProvider(suffix, parts))
  const providers = read.flatMap(({ provider }) => provider ?? [])
  const problems = read.flatMap(({ problems }) => problems)
  if (new Set(providers.map(({ issuer }) => issuer)).size < providers.length)
    problems.push('OIDC_ISSUER is the same for two providers; allowed: each issuer once')
  return { providers, problems }
}

function readProvider(suffix: string, parts: Partial<Record<ProviderVariable, string>>) {
  const named = (part: ProviderVariable) => `OIDC_${part}${suffix && `_${suffix}`}`
  const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, NAME: name } = parts
  if (!issuer || !clientId || !clientSecret || !name) {
    const missing = PARTS.filter((part) => !parts[part]).map(named)
    return {
      problems: [`${missing.join(', ')} is not set; allowed: all of ${PARTS.map(named).join(', ')}, or none`],
    }
  }
  const problems: string[] = []
  if (!isIssuer(issuer))
    problems.push(
      `${named('ISSUER')}=${issuer} is not allowed; allowed: an https address (http on this machine) of at most ${ISSUER_MAX} characters, like https://id.example.org`,
    )
  if (name.length > NAME_MAX)
    problems.push(`${named('NAME')}=${name} is not allowed; allowed: at most ${NAME_MAX} characters`)
  const id = suffix.toLowerCase() || 'openid'
  return {
    problems,
    ...(problems.length === 0 && { provider: { id, name, issuer, clientId, clientSecret } }),
  }
}

function isIssuer(text: string): boolean {
  if (text.length > ISSUER_MAX || !URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  if (search || hash || username) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
