import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { Context } from './context.server.ts'
import { PROOF_MINUTES, PROOF_REQUIRED } from './proven.ts'

/** Refuses (403) whose session has not shown their password lately. Asked of the database each time: no node remembers it. */
export async function enforceFreshProof({ db, session }: Pick<Context, 'db' | 'session'>): Promise<void> {
  const { rows } = await sql<{ is_proven: boolean }>`
    select proved_at > now() - make_interval(mins => ${PROOF_MINUTES}) as is_proven
    from sessions where id = ${session?.id ?? null} and expires_at > now()`.execute(db)
  if (!rows[0]?.is_proven) throw new ORPCError('PROOF_REQUIRED', { status: 403, message: PROOF_REQUIRED })
}
