import type { Kysely } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import type { DB } from '../../db/types.ts'

/** Kind of name that a new name resembles: a reserved username or the name of a staff member. */
export type Lookalike = 'reserved' | 'staff'

export const LIKE_STAFF = 'This username could be mistaken for a staff member. Please choose another.'

interface Names {
  username?: string | undefined
  full_name?: string | null | undefined
}

/** Returns the field, if any, that looks like a reserved name or like that of another member with a role. */
export async function findLookalike(
  db: Kysely<DB>,
  { username, full_name }: Names,
  user_id?: string,
): Promise<{ field: keyof Names; like: Lookalike } | undefined> {
  if (!username && !full_name) return undefined
  const [reserved, staff] = await Promise.all([readReserved(db), readStaff(db, user_id)])
  const like = (name: string | null | undefined, words: Set<string>, isPerson: boolean) => {
    if (!name) return undefined
    if (staff.has(confusableSkeleton(name))) return 'staff'
    const parts = isPerson ? [name, ...name.split(/\s+/)] : [name]
    const [whole, ...each] = parts.map(confusableSkeleton).filter((part) => part !== '')
    const isReserved = words.has(whole ?? '') || (each.length > 0 && each.every((part) => words.has(part)))
    return isReserved ? 'reserved' : undefined
  }
  const byUsername = like(username, reserved.all, false)
  if (byUsername) return { field: 'username', like: byUsername }
  const byName = like(full_name, reserved.house, true)
  return byName && { field: 'full_name', like: byName }
}

/** Makes lookalikes equal (UTS 39, section 4). Also ignores accents, separators and i/l/1: "Αdmín_" equals "admin". */
export function confusableSkeleton(name: string): string {
  // Runs before and after lower-casing: Cyrillic М looks like M, but м looks like no Latin letter.
  const lower = unhomoglyph(name.normalize('NFKD')).toLowerCase()
  return unhomoglyph(lower)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[i1ı]/g, 'l')
    .replace(/0/g, 'o')
}

async function readReserved(db: Kysely<DB>) {
  const rows = await db.selectFrom('reserved_usernames').select(['username', 'is_official']).execute()
  const skeletons = (names: typeof rows) => new Set(names.map(({ username }) => confusableSkeleton(username)))
  return { all: skeletons(rows), house: skeletons(rows.filter(({ is_official }) => is_official)) }
}

async function readStaff(db: Kysely<DB>, except: string | undefined): Promise<Set<string>> {
  let holders = db
    .selectFrom('user_roles')
    .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
    .select(['username', 'full_name'])
  if (except) holders = holders.where('profiles.id', '!=', except)
  const names = (await holders.execute()).flatMap(({ username, full_name }) => [username, full_name ?? ''])
  return new Set(names.map(confusableSkeleton).filter((name) => name !== ''))
}
