import { type AccessKind, readEnded } from '../security/links.ts'

/** After "It was not me": lists the access to the account that was ended. */
export function EndedAccess({ ended }: { ended: string }) {
  const items = readEnded(ended)
  if (items.length === 0) return null
  return (
    <section aria-labelledby="ended-access" className="rounded-lg border border-line bg-sunken p-4">
      <h2 id="ended-access" className="font-sans text-base font-semibold">
        Your account is locked. We ended:
      </h2>
      <ul className="mt-2 list-disc pl-5">
        {items.map(([kind, count]) => (
          <li key={kind}>{words(kind, count)}</li>
        ))}
      </ul>
    </section>
  )
}

function words(kind: AccessKind, count: number): string {
  const [one, many] = WORDS[kind]
  return count === 1 ? one : `${count} ${many}`
}

const WORDS: Record<AccessKind, [one: string, many: string]> = {
  sessions: ['1 session', 'sessions'],
  'second-factor': ['the authenticator app that was added', 'authenticator apps that were added'],
  passkeys: ['1 passkey', 'passkeys'],
  providers: ['1 connected account', 'connected accounts'],
  tokens: ['1 access token', 'access tokens'],
  'email-change': ['the change of your email address', 'changes of your email address'],
}
