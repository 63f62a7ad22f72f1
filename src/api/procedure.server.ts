import { implement, ORPCError } from '@orpc/server'
import { hasRole, isCurator, type Role, type Viewer } from '../features/accounts/policy.ts'
import type { Context } from './context.server.ts'
import { contract } from './contract.ts'
import { toTypedError } from './errors.server.ts'
import type { Limit } from './limited.ts'
import { refuseHaste } from './limits.server.ts'

const base = implement(contract).$context<Context>()

const typedErrors = base.middleware(async ({ next }) => {
  try {
    return await next()
  } catch (error) {
    throw toTypedError(error)
  }
})

const asVisitor = base.middleware(({ next }) => next())

const asMember = base.middleware(({ context, next }) => {
  if (!context.viewer) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' })
  return next({ context: { viewer: context.viewer as Viewer } })
})

function asOneOf(isOne: (viewer: Viewer) => boolean, who: string) {
  return base.middleware(({ context, next }) => {
    if (!context.viewer) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' })
    if (!isOne(context.viewer)) throw new ORPCError('FORBIDDEN', { message: `You need to be ${who}.` })
    return next({ context: { viewer: context.viewer as Viewer } })
  })
}

function asRole(role: Role) {
  return asOneOf((viewer) => hasRole(viewer, role), role)
}

const asModerator = asRole('moderator')
const asEditor = asRole('editor')
const asAdmin = asRole('admin')
const asCurator = asOneOf(isCurator, 'editor or admin')

/** After the guard, so that an account is counted, and before the input is looked at. */
const limits = base.middleware(({ context, procedure, next }) => {
  const { limit } = procedure['~orpc'].meta as { limit?: Limit }
  if (limit && limit !== context.turnTaken) refuseHaste(context, limit)
  return next()
})

export type Guard = 'visitor' | 'member' | 'curator' | Role

/** Which middleware is which guard: a test walks the router by it. */
export const GUARDS: ReadonlyMap<unknown, Guard> = new Map<unknown, Guard>([
  [asVisitor, 'visitor'],
  [asMember, 'member'],
  [asModerator, 'moderator'],
  [asEditor, 'editor'],
  [asAdmin, 'admin'],
  [asCurator, 'curator'],
])

/** The guards. Each procedure starts from one of these; a test walks the router and fails when one does not. */
export const visitor = base.use(typedErrors).use(asVisitor).use(limits)
export const member = base.use(typedErrors).use(asMember).use(limits)
export const moderator = base.use(typedErrors).use(asModerator).use(limits)
export const editor = base.use(typedErrors).use(asEditor).use(limits)
export const admin = base.use(typedErrors).use(asAdmin).use(limits)
/** Editors and admins. */
export const curator = base.use(typedErrors).use(asCurator).use(limits)
