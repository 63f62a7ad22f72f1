import { type ImplementerInternalWithMiddlewares, implement, ORPCError, os } from '@orpc/server'
import { sql } from 'kysely'
import type { Context } from './context.server.ts'
import { PROOF_MINUTES, PROOF_REQUIRED } from './requires-proof.ts'
import '../platform/schema-errors.ts'
import type { AnyContractRouter } from '@orpc/contract'
import { enforceTokenScope } from './access-token.server.ts'
import { toTypedError } from './errors.server.ts'
import { enforceRateLimit } from './rate-limit.server.ts'
import type { RateLimit } from './rate-limited.ts'
import { enforceStanding } from './standing.server.ts'
import type { TokenScope } from './token-scope.ts'
import { hasRole, isCurator, isStaff, type Viewer, withActiveRoles } from './viewer.ts'

const base = os.$context<Context>()

const typedErrors = base.middleware(async ({ context, next }) => {
  try {
    return await next()
  } catch (error) {
    throw toTypedError(error, context.constraintErrors)
  }
})

/** Refuses access tokens for operations without a scope in their contract. */
const refuseAccessToken = base.middleware(({ context, procedure, next }) => {
  enforceTokenScope(context.accessToken, (procedure['~orpc'].meta as { token?: TokenScope }).token)
  return next()
})

const begun = typedErrors.concat(refuseAccessToken)

function requireViewer(isAllowed: (viewer: Viewer) => boolean, who: string) {
  return base.middleware(({ context, next }) => {
    if (!context.viewer) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' })
    if (!isAllowed(context.viewer) && isAllowed(withActiveRoles(context.viewer)))
      throw new ORPCError('SECOND_FACTOR_REQUIRED', { status: 403, message: SECOND_FACTOR_REQUIRED })
    if (!isAllowed(context.viewer)) throw new ORPCError('FORBIDDEN', { message: `You need to be ${who}.` })
    return next({ context: { viewer: context.viewer as Viewer } })
  })
}

const SECOND_FACTOR_REQUIRED =
  'Your roles are paused until you turn on a second factor at /settings/security.'

/** Refuses sanctioned members, except for GETs and operations whose contract has `whileSuspended`. */
const refuseSanctioned = base.middleware(({ context, procedure, next }) => {
  const { route, meta } = procedure['~orpc'] as {
    route: { method?: string }
    meta: { whileSuspended?: boolean }
  }
  if (context.viewer && route.method !== 'GET' && !meta.whileSuspended) enforceStanding(context.viewer)
  return next()
})

/** Enforces rate limits after the guard, which identifies the account, and before input validation. */
const enforceLimits = base.middleware(async ({ context, procedure, next }) => {
  const { limit, freshProof } = procedure['~orpc'].meta as { limit?: RateLimit; freshProof?: boolean }
  if (limit && limit !== context.consumedLimit) await enforceRateLimit(context, limit)
  if (freshProof) await enforceFreshProof(context)
  return next()
})

function viewerGuard(isAllowed: (viewer: Viewer) => boolean, who: string) {
  return begun.concat(requireViewer(isAllowed, who)).concat(refuseSanctioned).concat(enforceLimits)
}

const asVisitor = begun.concat(refuseSanctioned).concat(enforceLimits)
const asMember = viewerGuard(() => true, 'a member')
const asStaff = viewerGuard(isStaff, 'moderator or admin')
const asEditor = viewerGuard((viewer) => hasRole(viewer, 'editor'), 'editor')
const asAdmin = viewerGuard((viewer) => hasRole(viewer, 'admin'), 'admin')
const asCurator = viewerGuard(isCurator, 'editor or admin')

export type Guard = 'visitor' | 'member' | 'curator' | 'staff' | 'editor' | 'admin'

export const GUARDS: ReadonlyMap<unknown, Guard> = new Map<unknown, Guard>([
  [asVisitor, 'visitor'],
  [asMember, 'member'],
  [asStaff, 'staff'],
  [asEditor, 'editor'],
  [asAdmin, 'admin'],
  [asCurator, 'curator'],
])

/**
 * Returns the guards of a contract: `const { visitor, member } = guards(votes)`. Every procedure must start from a
 * guard, as a test checks. `Needs` are the additional services that the feature uses (app/context.server.ts).
 */
export function guards<Contract extends AnyContractRouter, Needs = unknown>(contract: Contract) {
  type Visitor = Context & Needs
  type Guarded<Current extends Visitor> = ImplementerInternalWithMiddlewares<Contract, Visitor, Current>
  // The cast is needed because TypeScript cannot resolve oRPC's conditional types for a generic contract.
  const router = implement(contract) as unknown as {
    use<Current extends Visitor>(guard: unknown): Guarded<Current>
  }
  const memberOnly = (guard: unknown) => router.use<Visitor & { viewer: Viewer }>(guard)
  return {
    visitor: router.use<Visitor>(asVisitor),
    member: memberOnly(asMember),
    /** Moderators and admins. */
    staff: memberOnly(asStaff),
    editor: memberOnly(asEditor),
    admin: memberOnly(asAdmin),
    /** Editors and admins. */
    curator: memberOnly(asCurator),
  }
}

/** Throws 403 without a recent password check. Reads the database each time, as sessions are cached. */
async function enforceFreshProof({ db, session }: Pick<Context, 'db' | 'session'>): Promise<void> {
  const { rows } = await sql<{ is_proven: boolean }>`
    select proved_at > now() - make_interval(mins => ${PROOF_MINUTES}) as is_proven
    from sessions where id = ${session?.id ?? null} and expires_at > now()`.execute(db)
  if (!rows[0]?.is_proven) throw new ORPCError('PROOF_REQUIRED', { status: 403, message: PROOF_REQUIRED })
}
